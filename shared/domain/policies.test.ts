import { expect, it } from 'vitest';
import { POLICIES } from '#shared/domain/policies.ts';

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
