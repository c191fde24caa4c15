import { josa } from 'es-hangul'
import type { MasterCollection } from '#contract/master-data.ts'
import type { Field } from '#contract/records/field.ts'
import { waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'

export type MasterAction = 'create' | 'update' | 'delete'

export const actionNames: Record<MasterAction, string> = { create: '추가', update: '수정', delete: '삭제' }

/** The same record is a 사업구간 when it is added and a 프로젝트 when it is changed (spec 3 §8). */
const nouns: Record<MasterCollection, Record<MasterAction, string>> = {
  companies: { create: '회사', update: '회사', delete: '회사' },
  departments: { create: '부서', update: '부서', delete: '부서' },
  managers: { create: '관리자', update: '관리자', delete: '관리자' },
  projects: { create: '사업구간', update: '프로젝트', delete: '프로젝트' },
  titles: { create: '목록', update: '목록', delete: '목록' },
}

/** `회사가 성공적으로 추가되었습니다.`, `목록이 추가되었습니다.` (spec 3 §8); without a network the action is kept and will be sent by itself, and the toast says so. */
export function successText(collection: MasterCollection, action: MasterAction, isOnline: boolean): string {
  const done = collection === 'titles' ? '' : ' 성공적으로'
  return `${josa(nouns[collection][action], '이/가')}${done} ${actionNames[action]}되었습니다.${waitingNote(isOnline)}`
}

/** `회사 추가 중 오류가 발생했습니다.` (spec 3 §8). */
export function failureText(collection: MasterCollection, action: MasterAction): string {
  return `${nouns[collection][action]} ${actionNames[action]} 중 오류가 발생했습니다.`
}

/**
 * What is said when the server turns an action down. For a manager added or changed the server's own words stand alone (spec 3 §8); elsewhere they stand under
 * the screen's sentence.
 */
export function refusalWords(collection: MasterCollection): OutcomeWords {
  return {
    success: (action, _subject, isOnline) => successText(collection, action, isOnline),
    failure(action, detail) {
      if (detail === undefined || detail === '') return failureText(collection, action)
      if (collection === 'managers' && action !== 'delete') return detail
      return `${failureText(collection, action)}\n${detail}`
    },
  }
}

/** What the form says of a required field left empty: `이름을 입력해주세요.`, `회사를 선택해주세요.` (spec 3 §5). */
export function missingText(field: Field): string {
  const isChosen = field.kind === 'reference' || field.kind === 'enum'
  return `${josa(field.label, '을/를')} ${isChosen ? '선택' : '입력'}해주세요.`
}
