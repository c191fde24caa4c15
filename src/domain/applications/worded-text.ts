import { z } from 'zod'
import type { Field } from '#contract/books/field.ts'
import { applicationLandSchema, applicationPartySchema } from '#contract/applications/parties-json.ts'
import { applicationTypeLabel } from './application-type.ts'
import { typedShareText, type PartyShare } from './party-shares.ts'

/**
 * Codes and JSON of an application (`readsAs` of a field) as readable text: `박새론 900101-1****** 가람도
 * 솔빛시 50%, …`, `소유권이전`. Anything else is unchanged.
 */
export function wordedText(kind: Field['readsAs'], text: string): string {
  if (kind === undefined) return text
  if (kind === 'application_type') return applicationTypeLabel(text)
  const list = kind === 'lands' ? landTexts(text) : partyTexts(text)
  return list?.length === 0 ? '없음' : (list?.join(', ') ?? text)
}

function landTexts(json: string): string[] | undefined {
  const lands = z.array(applicationLandSchema).safeParse(parsed(json)).data
  return lands?.map(({ address, land_kind, area }) => words(address, land_kind, area === null ? null : `${area}㎡`))
}

function partyTexts(json: string): string[] | undefined {
  const parties = z.array(applicationPartySchema).safeParse(parsed(json)).data
  return parties?.map((party) => {
    const { name, num_masked, address, position, business_name, business_num, business_owner_name } = party
    const business = words(business_name, business_num, business_owner_name)
    return words(name, position, num_masked, address, business, shareOf(party))
  })
}

function shareOf(share: PartyShare): string {
  const text = typedShareText(share)
  return text.includes('/') ? text : `${text}%`
}

function words(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
