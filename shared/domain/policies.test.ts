import { expect, it } from 'vitest';
import { COMPANY_LINE, COPYRIGHT_YEAR, POLICIES } from '#shared/domain/policies.ts';

it('[R-CST-10] the shop promises 12 months, three times 14 days, 30 days, 7 years and an adult’s signature', () => {
  expect(POLICIES).toEqual({
    warrantyMonths: 12,
    deliveryDays: 14,
    defectReportDays: 14,
    refundDays: 14,
    undeliveredNoticeDays: 30,
    recordsYears: 7,
    signatureAge: 18,
  });
});

it('[R-GEN-05] [R-GEN-08] the company’s line and the year of its copyright are fixed', () => {
  expect(COMPANY_LINE).toBe('A Next-Generation Australian Drone Company');
  expect(COPYRIGHT_YEAR).toBe(2024);
});
