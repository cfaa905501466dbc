/** The address of a database without its password, which output must not have; any other text as it is. */
export function hidePassword(address: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):.*@/, '$1:***@');
}
