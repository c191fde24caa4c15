import type { FormName } from '#domain/filings/filing.ts'
import { claimForms } from './claim-forms.ts'
import { consultationForm } from './consultation-form.ts'
import { costLetterForm } from './cost-letter-form.ts'
import { costStatementForm } from './cost-statement-form.ts'
import { depositForm, depositNoticeForm } from './deposit-form.ts'
import { extractForms } from './extract-form.ts'
import { filingForm } from './filing-form.ts'
import type { FormDescription } from './form-description.ts'
import { powerOfAttorneyForm } from './power-of-attorney-form.ts'
import { receiptForm } from './receipt-form.ts'
import { compensationForm, landSurveyForm, objectSurveyForm, ownerSumsForm } from './survey-forms.ts'

/** Every form of the office by name; add new forms here. */
export const formOf: Readonly<Record<FormName, FormDescription>> = {
  filing: filingForm,
  power_of_attorney: powerOfAttorneyForm,
  cost_statement: costStatementForm,
  receipt: receiptForm,
  land_survey: landSurveyForm,
  object_survey: objectSurveyForm,
  compensation: compensationForm,
  owner_sums: ownerSumsForm,
  consultation: consultationForm,
  deposit: depositForm,
  deposit_notice: depositNoticeForm,
  cost_letter: costLetterForm,
  ...claimForms,
  ...extractForms,
}
