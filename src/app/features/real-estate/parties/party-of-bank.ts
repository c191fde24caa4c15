import type { Bank } from '#contract/books/banks.ts'
import type { PartyDraft } from './party-draft.ts'

/** A bank as who takes the mortgage: written down once, so that nobody types it again. */
export function partyOfBank(bank: Bank): Partial<PartyDraft> {
  return {
    kind: 'corporation',
    role: 'mortgagee',
    name: bank.name,
    typedNumber: bank.corporate_num ?? '',
    address: bank.address ?? '',
    position: bank.position ?? '',
    businessNumber: bank.company_num ?? '',
    representative: bank.owner_name ?? '',
  }
}
