import { importCreatesSchema, importMappingSchema, importModes, type ImportMapping } from '#contract/excel-import.ts'
import { problem } from '#contract/problem.ts'
import { Refusal } from '#server/plugins/refusal.ts'

export type ImportMode = (typeof importModes)[number]

/** A plain client of the spec sends no mode: it gets all rows or the reason why not. */
export function readMode(given: string | undefined): ImportMode {
  const mode = given === undefined ? 'all_or_nothing' : importModes.find((one) => one === given)
  if (mode !== undefined) return mode
  throw new Refusal(problem('invalid_request', { fields: { mode: '알 수 없는 가져오기 방식입니다.' } }))
}

export function readMapping(given: string | undefined): ImportMapping {
  try {
    return importMappingSchema.parse(JSON.parse(given ?? '{}'))
  } catch {
    throw new Refusal(problem('invalid_request', { fields: { mapping: '컬럼 연결의 형식이 올바르지 않습니다.' } }))
  }
}

export function readCreates(given: string | undefined): string[] {
  try {
    return importCreatesSchema.parse(JSON.parse(given ?? '[]'))
  } catch {
    throw new Refusal(problem('invalid_request', { fields: { creates: '함께 만들 항목의 형식이 올바르지 않습니다.' } }))
  }
}
