/** The address of a database without its password, which must not be printed; any other text as it is. */
export function hidePassword(address: string): string {
  if (!/^postgres(?:ql)?:\/\//i.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Where the password of a wrong address ends can't be told.
  if (!url || !/^\/[^/@]*$/.test(url.pathname) || url.hash !== '')
    return address.replace(/:\/\/.*/s, '://***');
  const { password, searchParams } = url;
  if (password === '' && !searchParams.has('password')) return address;
  if (password !== '') url.password = '***';
  if (searchParams.has('password')) searchParams.set('password', '***');
  return url.href;
}
