import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { CellOption, Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/columns.ts'
import { sectionOptions, type SectionMasters } from './section-choices.ts'
import type { DepositSuggestions } from './use-deposit-suggestions.ts'

/** What the columns offer; asked whenever a list opens. */
export interface DepositOffers {
  readonly masters: SectionMasters
  readonly suggestions: DepositSuggestions
}

/** Every column of a deposit case. A case cannot be made without the required ones, so the entry line always has them. */
export function depositColumns(offers: () => DepositOffers): readonly Column[] {
  const overrides: Record<string, ColumnOverride> = {
    business_section: { isAlwaysShown: true, options: () => sectionOptions(offers().masters) },
    business_manager: { isAlwaysShown: true, options: () => plainOptions(offers().suggestions.business_managers) },
    owner_name: { isAlwaysShown: true },
    address: { isAlwaysShown: true },
    purpose: { isAlwaysShown: true, options: () => plainOptions(offers().suggestions.purposes) },
  }
  return allColumnsOf(depositCaseDescription, overrides)
}

function plainOptions(words: readonly string[]): readonly CellOption[] {
  return words.map((word) => ({ value: word, label: word }))
}
