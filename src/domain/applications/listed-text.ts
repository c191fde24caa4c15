import { z } from 'zod'
import { applicationLandSchema, applicationPartySchema } from '#contract/applications/parties-json.ts'

/** Lands or parties that stand in a form as JSON (`lists` of a field), as people read them: `박새론 900101-1****** 가람도 솔빛시 50%, …`. What is no such list stays as it is. */
export function listedText(kind: 'lands' | 'parties' | undefined, json: string): string {
  if (kind === undefined) return json
  const list = kind === 'lands' ? landTexts(json) : partyTexts(json)
  return list?.join(', ') ?? json
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
    return words(name, position, num_masked, address, business, `${party.share_ratio}%`)
  })
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
