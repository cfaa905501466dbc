/** The shop's policies; the legal texts quote these numbers. */
export const POLICIES = {
  warrantyMonths: 12,
  deliveryDays: 14,
  defectReportDays: 14,
  refundDays: 14,
  undeliveredNoticeDays: 30,
  recordsYears: 7,
  signatureAge: 18,
} as const;

/** How long the cookie lasts that tells browsers apart: as long as browsers keep one. */
export const BROWSER_COOKIE_DAYS = 400;

/** Technical support answers within these hours. */
export const SUPPORT_HOURS = 12;

export const COMPANY_LINE = 'A Next-Generation Australian Drone Company';
export const COPYRIGHT_YEAR = 2024;
