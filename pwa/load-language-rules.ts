import { formatCents } from '#shared/kernel/money.ts';

// The browser loads its rules of order and of numbers with their first use, for all threads of a page.
'a'.localeCompare('b');
new Intl.Collator('en-AU').compare('a', 'b');
formatCents(1, 'AUD');
close();
