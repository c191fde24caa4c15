import type { FilledForm, FormName, MissingBox } from '#domain/filings/filing.ts'
import { missingGlyph, toPrintable } from '../noto-serif.ts'
import { claimForms } from './claim-forms.ts'
import { costStatementForm, receiptForm } from './cost-statement-form.ts'
import { depositForm, depositNoticeForm } from './deposit-form.ts'
import { extractForms } from './extract-form.ts'
import { filingForm, powerOfAttorneyForm } from './filing-form.ts'
import { choosePageFormat, type FormDescription } from './form-description.ts'
import { layoutBand } from './layout-band.ts'
import { consultationForm, costLetterForm } from './letter-forms.ts'
import { compensationForm, landSurveyForm, objectSurveyForm, ownerSumsForm } from './survey-forms.ts'
import { listPrintableLetters } from './typeface.ts'

/** Every form of the office by name; add new forms here. */
export const formByName: Readonly<Record<FormName, FormDescription>> = {
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

/**
 * Boxes with letters missing from the form typeface: rare Hanja of a name is printed as 〓. Only
 * those letters are reported, because resident numbers may be next to them.
 */
export function findUnprintable(filled: FilledForm): MissingBox[] {
  printableLetterSet ??= listPrintableLetters()
  const printableLetters = printableLetterSet
  const bands = formByName[filled.form].pages.flat()
  const blocks = bands.flatMap((band) => layoutBand(unmeasured, band, filled)).flatMap((band) => band.blocks)
  const lettersByBox = new Map<string, Set<string>>()
  for (const { annex } of blocks) {
    const missing = new Set<string>()
    toPrintable(annex.text, (codePoint) => printableLetters.has(codePoint), missing)
    if (missing.size > 0) lettersByBox.set(annex.name, new Set([...(lettersByBox.get(annex.name) ?? []), ...missing]))
  }
  return [...lettersByBox].map(([box, codes]) => ({
    box,
    words: `서체에 없는 글자 ${[...codes].map(decodeLetter).join(', ')} 자리는 ${missingGlyph}로 인쇄됩니다. 인쇄한 뒤 손으로 적어 주세요.`,
  }))
}

let printableLetterSet: ReadonlySet<number> | undefined

/** Finding the box needs no text measurement. */
const unmeasured = { toPrint: (text: string) => text, measureWidth: () => 0, page: choosePageFormat({}) }

/** `U+20BB7` is 𠮷. */
function decodeLetter(code: string): string {
  return String.fromCodePoint(Number.parseInt(code.slice(2), 16))
}
