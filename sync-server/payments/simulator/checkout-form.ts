import { SimulatorError } from './simulator-error.ts';

/** Parsed body of `POST /v1/checkout/sessions`. */
export interface CheckoutForm {
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly reference?: string | undefined;
  /** Empty if no address is asked for. */
  readonly countries: readonly string[];
  readonly lines: readonly { readonly price: string; readonly quantity: number }[];
}

const LINE_FIELD = /^line_items\[(\d{1,3})\]\[(price|quantity)\]$/;
const COUNTRY_FIELD = /^shipping_address_collection\[allowed_countries\]\[\d{1,3}\]$/;
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  'mode',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'phone_number_collection[enabled]',
]);

/** Parses Stripe's form encoding. @throws SimulatorError where Stripe would reject the form */
export function readCheckoutForm(body: string): CheckoutForm {
  const form = new URLSearchParams(body);
  const lines: { price?: string; quantity?: string }[] = [];
  const countries: string[] = [];
  for (const [name, value] of form) {
    const [, index, field] = LINE_FIELD.exec(name) ?? [];
    if (field === 'price' || field === 'quantity') {
      lines[Number(index)] = { ...lines[Number(index)], [field]: value };
    } else if (COUNTRY_FIELD.test(name)) {
      countries.push(value);
    } else if (!PLAIN_FIELDS.has(name)) {
      throw new SimulatorError(`Received unknown parameter: ${name}`, {
        code: 'parameter_unknown',
        param: name,
      });
    }
  }
  const mode = needed(form, 'mode');
  if (mode !== 'payment') {
    throw new SimulatorError(`Invalid mode: must be one of payment`, { param: 'mode' });
  }
  if (lines.length === 0) throw missing('line_items');
  return {
    successUrl: neededUrl(form, 'success_url'),
    cancelUrl: neededUrl(form, 'cancel_url'),
    reference: form.get('client_reference_id') ?? undefined,
    countries,
    lines: Array.from(lines, (line, index) => readLine(line, index)),
  };
}

/** Parsed body of `POST /v1/refunds`. */
export interface RefundForm {
  readonly paymentIntent: string;
  readonly cents: number;
  readonly reference: string | undefined;
}

/** @throws SimulatorError where Stripe would reject the form */
export function readRefundForm(body: string): RefundForm {
  const form = new URLSearchParams(body);
  const cents = neededCents(form, 'amount');
  const reference = form.get('metadata[refund]') ?? undefined;
  return { paymentIntent: needed(form, 'payment_intent'), cents, reference };
}

/** Parsed body of `POST /v1/prices`. */
export interface PriceForm {
  readonly productId: string;
  readonly unitCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** @throws SimulatorError where Stripe would reject the form */
export function readPriceForm(body: string): PriceForm {
  const form = new URLSearchParams(body);
  const unitCents = neededCents(form, 'unit_amount');
  return { productId: needed(form, 'product'), unitCents, currency: needed(form, 'currency').toUpperCase() };
}

function neededCents(form: URLSearchParams, name: string): number {
  const amount = needed(form, name);
  const cents = Number(amount);
  if (Number.isSafeInteger(cents) && cents >= 1) return cents;
  throw new SimulatorError(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer', param: name });
}

function readLine(line: { price?: string; quantity?: string } | undefined, index: number) {
  if (!line?.price) throw missing(`line_items[${index}][price]`);
  const quantity = Number(line.quantity ?? '1');
  if (Number.isInteger(quantity) && quantity > 0 && quantity <= 999_999)
    return { price: line.price, quantity };
  const param = `line_items[${index}][quantity]`;
  throw new SimulatorError(`Invalid integer: ${line.quantity}`, { code: 'parameter_invalid_integer', param });
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw missing(name);
  return value;
}

function neededUrl(form: URLSearchParams, name: string): string {
  const value = needed(form, name);
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new SimulatorError('Not a valid URL', { code: 'url_invalid', param: name });
}

function missing(param: string): SimulatorError {
  return new SimulatorError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}
