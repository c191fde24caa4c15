import { sealPersonNumber } from '#app/records/person-numbers/seal-person-number.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { checkPersonNumber, maskPersonNumber } from '#domain/text/person-number.ts'
import type { PartyDraft } from './party-draft.ts'

/**
 * Fills a mortgagee with name, number and address from the list of banks. The number is left to be
 * typed if it is invalid or cannot be encrypted here.
 */
export async function fillFromBank(party: PartyDraft, bank: AnyRecord): Promise<PartyDraft> {
  return {
    ...party,
    party_kind: 'corporation',
    role: 'mortgagee',
    name: textOrNull(bank['name']) ?? '',
    address: textOrNull(bank['address']) ?? '',
    position: textOrNull(bank['position']),
    business_num: textOrNull(bank['company_num']),
    business_owner_name: textOrNull(bank['owner_name']),
    ...(await encryptNumber(textOrNull(bank['corporate_num']))),
  }
}

async function encryptNumber(number: string | null): Promise<Pick<PartyDraft, 'num' | 'num_masked'>> {
  const parsed = number === null ? null : checkPersonNumber('corporation', number)
  if (!parsed?.ok) return { num: null, num_masked: null }
  try {
    const num = await sealPersonNumber(parsed.digits)
    return { num, num_masked: maskPersonNumber('corporation', parsed.digits) }
  } catch {
    return { num: null, num_masked: null }
  }
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
