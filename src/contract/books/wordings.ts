/** Kinds of writes, as the outbox and the wire name them. */
export type WriteKind = 'create' | 'update' | 'delete'

/**
 * Messages of one action. `{subject}` is the record's name or a count; `{reason}` is the Korean
 * reason of a failure.
 */
export interface Wording {
  /** Name of the step in the undo list: `회사 추가`. */
  readonly step: string
  readonly done: string
  /** Message for several records; `{subject}` is their count. Absent: that for one. */
  readonly doneToSeveral?: string
  /** Message if no reason is known. */
  readonly failed: string
  readonly failedBecause: string
}

/** The messages of a book for each kind of write. */
export type Wordings = Readonly<Record<WriteKind, Wording>>

/** `수정 성공 (김가온)`, `수정 실패: {reason}`. */
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

/** Messages of a delete in the generic table; `step` names it in the undo list. */
export function createGenericDelete(step: string): Wording {
  const failed = '삭제 중 오류가 발생했습니다.'
  return {
    step,
    done: '성공적으로 삭제되었습니다.',
    doneToSeveral: '{subject}개가 삭제되었습니다.',
    failed,
    failedBecause: failed,
  }
}

/** Messages of an add or change in the generic table; `failed` is followed by the reason. */
export function createGenericWording(
  step: string,
  verb: '추가' | '수정',
  failed = '작업 중 오류가 발생했습니다: ',
): Wording {
  return {
    step,
    done: `성공적으로 ${verb}되었습니다.`,
    failed: `${failed}알 수 없는 오류`,
    failedBecause: `${failed}{reason}`,
  }
}

/** A noun with its subject particle. */
type Subject = readonly [noun: string, particle: '이' | '가']

/**
 * What a book calls its records, from their noun and its subject particle:
 * `회사가 성공적으로 추가되었습니다.`, `회사 추가 중 오류가 발생했습니다.` A record may have another noun when it is changed:
 * 사업구간 when added, 프로젝트 when changed. `isReasonAlone`: a failed create or change shows only the
 * server's reason.
 */
export function createNounTexts<const Noun extends string>(
  noun: Noun,
  particle: Subject[1],
  options: { changed?: Subject; adverb?: string; isReasonAlone?: true } = {},
) {
  const { changed = [noun, particle], adverb = ' 성공적으로', isReasonAlone } = options
  const wording = ([name, itsParticle]: Subject, verb: string, isReasonShownAlone = false): Wording => {
    const failed = `${name} ${verb} 중 오류가 발생했습니다.`
    return {
      step: `${noun} ${verb}`,
      done: `${name}${itsParticle}${adverb} ${verb}되었습니다.`,
      failed,
      failedBecause: isReasonShownAlone ? '{reason}' : `${failed}\n{reason}`,
    }
  }
  return {
    noun,
    deleteQuestion: `'{subject}' ${noun}${particle === '이' ? '을' : '를'} 삭제하시겠습니까?`,
    wordings: {
      create: wording([noun, particle], '추가', isReasonAlone),
      update: wording(changed, '수정', isReasonAlone),
      delete: wording(changed, '삭제'),
    },
  } as const
}

/** Messages of a book's imports and exports. `{reason}` is the Korean reason of a failure. */
export interface SheetWordings {
  readonly exported: string
  readonly exportFailed: string
  readonly imported: string
  readonly importFailed: string
}

/** For the case books. */
export const caseBookSheetWordings: SheetWordings = {
  exported: '엑셀 파일이 다운로드되었습니다.',
  exportFailed: '엑셀 다운로드 실패',
  imported: '엑셀 데이터가 성공적으로 입력되었습니다.',
  importFailed: '엑셀 입력 실패: {reason}',
}

/** For all other lists. */
export const listSheetWordings: SheetWordings = {
  exported: '엑셀 파일이 성공적으로 내보내졌습니다.',
  exportFailed: '엑셀 내보내기 중 오류가 발생했습니다: {reason}',
  imported: '엑셀 파일이 성공적으로 가져와졌습니다.',
  importFailed: '엑셀 가져오기 중 오류가 발생했습니다: {reason}',
}
