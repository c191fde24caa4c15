import { z } from 'zod'
import { buildTextSchema, dateSchema, idSchema, instantSchema, wonSchema } from '#contract/records/values.ts'

/** Statutory rates and fees: `GET` for staff; `POST`, `PUT` and `DELETE` for superusers. */
export const ratesPath = '/api/staff/rates'

const won = wonSchema.min(0, '0원 이상으로 입력해 주세요.')
/** Percent with at most four decimals: 0.2 is 0.2 %. */
const percent = z
  .number('율은 숫자로 입력해 주세요.')
  .min(0, '율은 0 이상으로 입력해 주세요.')
  .max(100, '율은 100 이하로 입력해 주세요.')
  .refine(
    (value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6,
    '율은 소수점 아래 네 자리까지입니다.',
  )

/**
 * A bracket of a rate table: for amounts up to `up_to` won (null: unlimited), `percent` plus `base`
 * won.
 */
const bracketSchema = z.strictObject({ up_to: won.nullable(), percent, base: won })
export type Bracket = z.infer<typeof bracketSchema>

/** The schema of each shape of entry. */
const shapes = {
  won,
  percent,
  /** Square metres. */
  area: z.number('면적은 숫자로 입력해 주세요.').min(0).max(100_000),
  /** By filing channel: 서면, e-Form, 전자; null if the channel does not exist. */
  channels: z.strictObject({ paper: won, eform: won.nullable(), electronic: won.nullable() }),
  brackets: z
    .array(bracketSchema)
    .min(1)
    .max(20)
    .refine(
      (lines) => lines.every(isInOrder),
      '금액은 작은 것부터, 마지막 줄은 비워 두어 그 이상을 모두 나타내 주세요.',
    ),
} as const
export type RateShape = keyof typeof shapes

function isInOrder(line: Bracket, index: number, lines: readonly Bracket[]): boolean {
  if (index === lines.length - 1) return line.up_to === null
  return line.up_to !== null && line.up_to > (lines[index - 1]?.up_to ?? -1)
}

interface RateEntry {
  readonly key: string
  readonly label: string
  readonly shape: RateShape
}

interface RateKindDefinition {
  readonly label: string
  readonly entries: readonly RateEntry[]
}

function defineBrackets<Key extends string>(key: Key, label: string) {
  return { key, label, shape: 'brackets' } as const
}

/** Every kind with its entries; schema, screen and type derive from this. */
export const rateKinds = {
  registration_fee: {
    label: '등기신청수수료',
    entries: [
      { key: 'transfer', label: '보존·이전, 제한물권·임차권 설정', shape: 'channels' },
      { key: 'inheritance', label: '상속에 의한 이전', shape: 'channels' },
      { key: 'trust', label: '신탁', shape: 'channels' },
      { key: 'other', label: '말소·변경·부기 등 그 밖의 등기', shape: 'channels' },
    ],
  },
  registration_tax: {
    label: '등록면허세',
    entries: [
      { key: 'mortgage', label: '저당권 설정 (채권최고액에 대하여)', shape: 'percent' },
      { key: 'lease', label: '임차권 설정 (월차임에 대하여)', shape: 'percent' },
      { key: 'other', label: '말소·부기 등 그 밖의 등기 (건당), 위 세액의 최저', shape: 'won' },
    ],
  },
  local_education_tax: {
    label: '지방교육세',
    entries: [
      { key: 'registration', label: '등록면허세액에 대하여', shape: 'percent' },
      { key: 'house', label: '주택 유상취득: 취득세율의 절반으로 셈한 세액에 대하여', shape: 'percent' },
      { key: 'other', label: '그 밖의 취득: 취득세율에서 아래 율을 뺀 세액에 대하여', shape: 'percent' },
      { key: 'deducted', label: '그 밖의 취득에서 빼는 율', shape: 'percent' },
      { key: 'heavy', label: '중과(다주택·법인): 과세표준에 대하여', shape: 'percent' },
    ],
  },
  rural_tax: {
    label: '농어촌특별세',
    entries: [
      { key: 'standard', label: '과세표준에 대하여', shape: 'percent' },
      { key: 'heavy_8', label: '8% 중과: 과세표준에 대하여', shape: 'percent' },
      { key: 'heavy_12', label: '12% 중과: 과세표준에 대하여', shape: 'percent' },
      { key: 'exempt_area', label: '비과세하는 주택의 전용면적(㎡ 이하)', shape: 'area' },
    ],
  },
  acquisition_tax: {
    label: '취득세',
    entries: [
      { key: 'house_low', label: '주택 유상: 낮은 율', shape: 'percent' },
      { key: 'house_low_to', label: '주택 유상: 낮은 율의 금액(이하)', shape: 'won' },
      { key: 'house_high', label: '주택 유상: 높은 율', shape: 'percent' },
      { key: 'house_high_over', label: '주택 유상: 높은 율의 금액(초과, 그 사이는 비례)', shape: 'won' },
      { key: 'heavy_8', label: '다주택 중과 1', shape: 'percent' },
      { key: 'heavy_12', label: '다주택·법인 중과 2', shape: 'percent' },
      { key: 'land', label: '토지·상가 등 유상', shape: 'percent' },
      { key: 'farmland', label: '농지 유상', shape: 'percent' },
      { key: 'gift', label: '증여 등 무상', shape: 'percent' },
      { key: 'inheritance', label: '상속', shape: 'percent' },
      { key: 'inheritance_farmland', label: '상속 (농지)', shape: 'percent' },
      { key: 'division', label: '공유물분할', shape: 'percent' },
    ],
  },
  stamp_duty: {
    label: '인지세',
    entries: [
      { key: 'amounts', label: '증서의 기재금액', shape: 'brackets' },
      { key: 'house_exempt', label: '비과세하는 주택의 기재금액(이하)', shape: 'won' },
    ],
  },
  housing_bond: {
    label: '국민주택채권',
    entries: [
      defineBrackets('house_city', '주택 (특별시·광역시, 시가표준액)'),
      defineBrackets('house_other', '주택 (그 밖의 지역)'),
      defineBrackets('land_city', '토지 (특별시·광역시)'),
      defineBrackets('land_other', '토지 (그 밖의 지역)'),
      defineBrackets('building_city', '건물 (특별시·광역시)'),
      defineBrackets('building_other', '건물 (그 밖의 지역)'),
      defineBrackets('free_city', '상속·증여 등 무상 (특별시·광역시)'),
      defineBrackets('free_other', '상속·증여 등 무상 (그 밖의 지역)'),
      defineBrackets('mortgage', '저당권 설정 (채권최고액)'),
      { key: 'unit', label: '매입 단위', shape: 'won' },
    ],
  },
  fee_standard: {
    label: '보수기준',
    entries: [
      defineBrackets('amounts', '기본보수 (소유권이전 등, 가액)'),
      { key: 'cancellation', label: '말소·부기 등 (0원이면 제안하지 않음)', shape: 'won' },
      { key: 'acquisition_report', label: '취득세 신고·납부 대행', shape: 'won' },
      { key: 'bond_purchase', label: '국민주택채권 매입 대행', shape: 'won' },
      { key: 'day_short', label: '일당 (4시간 이내)', shape: 'won' },
      { key: 'day_long', label: '일당 (4시간 초과)', shape: 'won' },
    ],
  },
} as const satisfies Readonly<Record<string, RateKindDefinition>>

export type RateKind = keyof typeof rateKinds
export const rateKindNames = Object.keys(rateKinds) as RateKind[]

/** The entries of a kind, by key. */
export type RateData<Kind extends RateKind> = {
  readonly [Entry in (typeof rateKinds)[Kind]['entries'][number] as Entry['key']]: z.infer<
    (typeof shapes)[Entry['shape']]
  >
}

/** Schema of a kind's data; errors are attached to the entry. */
export function getRateDataSchema(kind: RateKind) {
  const { entries }: RateKindDefinition = rateKinds[kind]
  return z.strictObject(Object.fromEntries(entries.map(({ key, shape }) => [key, shapes[shape]])))
}

const note = buildTextSchema(500).transform((text) => text.trim())
const data = z.record(z.string(), z.unknown())

/**
 * `POST`: the device makes the id, so a repeated call makes one version. The data must match the
 * kind.
 */
export const rateCreateSchema = z
  .strictObject({ id: idSchema, kind: z.enum(rateKindNames), effective_from: dateSchema, data, note })
  .superRefine((rate, context) => reportWrongData(rate.kind, rate.data, context))
/**
 * `PUT`: `version` is the version that was read. If the server has another one, it writes nothing
 * and returns `conflict`.
 */
export const rateChangeSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive(),
  effective_from: dateSchema,
  data,
  note,
})
/** `DELETE`: refused for the only version of a kind. */
export const rateRemovalSchema = z.strictObject({ id: idSchema, version: z.int().positive() })

/** Reports each entry that does not match the kind. */
export function reportWrongData(kind: RateKind, content: unknown, context: z.RefinementCtx): void {
  const { error } = getRateDataSchema(kind).safeParse(content)
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['data', ...path], message })
}

export const rateSchema = z.object({
  id: idSchema,
  version: z.int(),
  kind: z.enum(rateKindNames),
  effective_from: dateSchema,
  data,
  /** Source of the rate. */
  note: z.string(),
  updated_by: z.string(),
  updated_at: instantSchema,
})

/** A version 시행일 of a kind; `data` was validated by the kind's schema when written. */
export type Rate = { [Kind in RateKind]: RateOf<Kind> }[RateKind]
export interface RateOf<Kind extends RateKind> extends Omit<z.infer<typeof rateSchema>, 'kind' | 'data'> {
  readonly kind: Kind
  readonly data: RateData<Kind>
}

/**
 * `GET`: all versions, by kind and day. Data that this version of the program cannot read is left
 * out.
 */
export const rateListSchema = z.object({ results: z.array(rateSchema) })

/** The versions whose data match their kind. */
export function filterKnownRates(list: z.infer<typeof rateListSchema>): Rate[] {
  return list.results.filter((rate): rate is Rate => getRateDataSchema(rate.kind).safeParse(rate.data).success)
}
