/** What people can do to a record, as the outbox and the wire call it. */
export type WriteKind = 'create' | 'update' | 'delete'

/** What is said of one action. `{subject}` stands for whose record it was, or how many; `{reason}` for why it failed, in Korean. */
export interface Wording {
  /** The step's name in the list of what can be taken back: `회사 추가`. */
  readonly step: string
  readonly done: string
  /** Of several records at once, `{subject}` for how many; absent: as of one. */
  readonly doneToSeveral?: string
  /** Where nobody told a reason. */
  readonly failed: string
  readonly failedBecause: string
}

/** What a book says of its actions (spec: each screen's "Messages"; research/domain.md §3.3). */
export type Wordings = Readonly<Record<WriteKind, Wording>>

/** `수정 성공 (김가온)`, `수정 실패: {reason}` (spec 2 §8 "Case book"). */
export const caseBookWordings: Wordings = {
  create: caseBookWording('추가'),
  update: caseBookWording('수정'),
  delete: caseBookWording('삭제'),
}

function caseBookWording(step: string): Wording {
  return {
    step,
    done: `${step} 성공 ({subject})`,
    failed: `${step} 실패: 알 수 없는 오류`,
    failedBecause: `${step} 실패: {reason}`,
  }
}

/** What the generic table says of a delete (spec 1 §8); `step` names it where it is taken back. */
export function genericDelete(step: string): Wording {
  const failed = '삭제 중 오류가 발생했습니다.'
  return {
    step,
    done: '성공적으로 삭제되었습니다.',
    doneToSeveral: '{subject}개가 삭제되었습니다.',
    failed,
    failedBecause: failed,
  }
}

/** What the generic table says of an add or a change; `failed` ends where the reason begins. */
export function genericWording(step: string, verb: '추가' | '수정', failed = '작업 중 오류가 발생했습니다: '): Wording {
  return {
    step,
    done: `성공적으로 ${verb}되었습니다.`,
    failed: `${failed}알 수 없는 오류`,
    failedBecause: `${failed}{reason}`,
  }
}

/** A noun and the particle that makes it a subject. */
type Subject = readonly [noun: string, particle: '이' | '가']

/**
 * `회사가 성공적으로 추가되었습니다.`, `회사 추가 중 오류가 발생했습니다.` (spec 3 §8). The same record is a 사업구간 when it is added and a 프로젝트 when it is changed
 * there.
 */
export function namedWordings(added: Subject, { changed = added, adverb = ' 성공적으로' } = {}): Wordings {
  const wording = ([noun, particle]: Subject, name: string): Wording => {
    const failed = `${noun} ${name} 중 오류가 발생했습니다.`
    return {
      step: `${added[0]} ${name}`,
      done: `${noun}${particle}${adverb} ${name}되었습니다.`,
      failed,
      failedBecause: `${failed}\n{reason}`,
    }
  }
  return { create: wording(added, '추가'), update: wording(changed, '수정'), delete: wording(changed, '삭제') }
}

/** What a book says of its sheets. `{reason}` stands for why one failed, in Korean. */
export interface SheetWordings {
  readonly exported: string
  readonly exportFailed: string
  readonly imported: string
  readonly importFailed: string
}

/** Those of the case books (spec 2 §8 "Case book"). */
export const caseBookSheetWordings: SheetWordings = {
  exported: '엑셀 파일이 다운로드되었습니다.',
  exportFailed: '엑셀 다운로드 실패',
  imported: '엑셀 데이터가 성공적으로 입력되었습니다.',
  importFailed: '엑셀 입력 실패: {reason}',
}

/** Those of every other list (spec 1 §8). */
export const listSheetWordings: SheetWordings = {
  exported: '엑셀 파일이 성공적으로 내보내졌습니다.',
  exportFailed: '엑셀 내보내기 중 오류가 발생했습니다: {reason}',
  imported: '엑셀 파일이 성공적으로 가져와졌습니다.',
  importFailed: '엑셀 가져오기 중 오류가 발생했습니다: {reason}',
}
