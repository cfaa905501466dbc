import { expect, test } from 'vitest';
import { readBulkEntry } from '#shared/domain/bulk-entry.ts';
import { COMPONENT_CATALOGUE } from '#shared/domain/component-catalogue.ts';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { toOrderText } from './order-text.ts';

test('[R-PCK-05] an order copied as text can be pasted into bulk entry, whatever it holds', () => {
  const components = Object.values(COMPONENT_CATALOGUE).flat();
  const selectedComponents = components.map((component, index) => ({
    ...component,
    quantity: 1 + index * 999,
  }));
  for (const purpose of [
    { role: 'Drone Engineer', engineeringNeeds: 'Improve radio range', missionType: '' },
    { role: 'Drone Pilot', engineeringNeeds: '', missionType: 'Scout / Observation' },
  ] as const) {
    const text = toOrderText({ ...STORED_DOCUMENTS.ukraines, ...purpose, selectedComponents }, 'rev 2');
    expect(readBulkEntry(text)).toEqual({ lines: selectedComponents, faults: [] });
  }
});
