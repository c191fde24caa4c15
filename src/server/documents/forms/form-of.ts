import type { FormName } from '#domain/filings/filing.ts'
import { costStatementForm } from './cost-statement-form.ts'
import { filingForm } from './filing-form.ts'
import type { FormDescription } from './form-description.ts'
import { powerOfAttorneyForm } from './power-of-attorney-form.ts'
import { receiptForm } from './receipt-form.ts'

/** Every form of the office by its name; a new one is a line here. */
export const formOf: Readonly<Record<FormName, FormDescription>> = {
  filing: filingForm,
  power_of_attorney: powerOfAttorneyForm,
  cost_statement: costStatementForm,
  receipt: receiptForm,
}
