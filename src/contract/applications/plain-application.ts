import { z } from 'zod'
import { applicationDescription } from '../books/applications.ts'
import { idSchema } from '../records/values.ts'

/**
 * `POST`: saves one application sent by a plain API client. The answer holds the saved form under
 * `data`.
 */
export const plainApplicationPath = '/api/mysql/realestate/application'

const text = z.string().nullish()

/**
 * A grantee or grantor of the payload. `num` is plain text and is encrypted before any other
 * processing.
 */
const partySchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  name: text,
  num: text,
  address: text,
  position: text,
  business_name: text,
  business_num: text,
  business_owner_name: text,
  party_kind: z.enum(['person', 'corporation']).nullish(),
  role: z.enum(['mortgagee', 'seller']).nullish(),
  /** Percent, or a fraction as typed: `3/7`. */
  share_ratio: z.union([z.number(), z.string()]).nullish(),
})
export type PlainParty = z.infer<typeof partySchema>

const landSchema = z.looseObject({ id: z.union([z.string(), z.number()]).nullish(), address: text })
export type PlainLand = z.infer<typeof landSchema>

/** A list may come as JSON text (`grantees_json`), as an array, or both; the array wins. */
function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry).max(100)
}

/** Maximum characters of a list sent as JSON text. */
const maxJsonLength = 200_000

function fromJson<Value extends z.ZodType>(value: Value) {
  return z.preprocess((input) => {
    if (typeof input !== 'string' || input.length > maxJsonLength) return input
    try {
      return JSON.parse(input) as unknown
    } catch {
      return input
    }
  }, value)
}

const documentKeys = applicationDescription.fields.flatMap(({ key, group }) => (group === 'documents' ? [key] : []))

export const plainApplicationSchema = z.looseObject({
  id: idSchema.optional(),
  property_id: idSchema,
  lands: listOf(landSchema).optional(),
  lands_json: fromJson(listOf(landSchema)).optional(),
  grantees: listOf(partySchema).optional(),
  grantees_json: fromJson(listOf(partySchema)).optional(),
  grantors: listOf(partySchema).optional(),
  grantors_json: fromJson(listOf(partySchema)).optional(),
  documents: z.record(z.string(), z.boolean()).optional(),
  documents_json: fromJson(z.record(z.string(), z.boolean())).optional(),
})

export interface ReadApplication {
  readonly unitId: string
  /** Keys of the form. Unknown keys are ignored, because plain clients may send more. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly lands: readonly PlainLand[]
  readonly grantees: readonly PlainParty[]
  readonly grantors: readonly PlainParty[]
}

export function readPlainApplication(sent: z.infer<typeof plainApplicationSchema>): ReadApplication {
  const sentDocuments = sent.documents ?? sent.documents_json ?? {}
  const known = applicationDescription.fields.map(({ key }) => key as string)
  const fields = Object.entries(sent).filter(([key]) => known.includes(key) && !key.endsWith('_json'))
  const documents = documentKeys.flatMap((key) => (key in sentDocuments ? [[key, sentDocuments[key] === true]] : []))
  return {
    unitId: sent.property_id,
    fields: {
      ...(sent.id !== undefined && { id: sent.id }),
      ...Object.fromEntries(fields),
      ...Object.fromEntries(documents),
    },
    lands: sent.lands ?? sent.lands_json ?? [],
    grantees: sent.grantees ?? sent.grantees_json ?? [],
    grantors: sent.grantors ?? sent.grantors_json ?? [],
  }
}
