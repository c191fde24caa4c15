/**
 * Texts about records whose processing is stopped 처리정지 (개인정보 보호법 제37조), shared by the server and
 * the device.
 */
export const stoppedWord = '처리정지'

const reasonClause = '정보주체의 요청으로 처리를 정지한 기록이어서'
const contactText = '최고관리자에게 문의해 주세요.'

export const stoppedEditText = `${reasonClause} 수정하거나 삭제할 수 없습니다. ${contactText}`
export const stoppedDocumentText = `${reasonClause} 문서를 만들 수 없습니다. ${contactText}`
export const stoppedReadText = '정보주체의 요청으로 처리를 정지한 기록입니다. 열람하려면 사유를 적어 주세요.'
/** For any other action on selected records. */
export const stoppedActText = `${reasonClause} 처리할 수 없습니다. ${contactText}`
/** Shown with data exported from a book that has such records. */
export const stoppedLeftOutText = '처리를 정지한 기록은 제외했습니다(개인정보 보호법 제37조).'

/**
 * Offered reasons to open such a record: the exceptions of 개인정보 보호법 제37조 제2항 and the data subject's
 * own request. Other reasons are typed.
 */
export const stoppedReasons = [
  '정보주체의 요청 처리',
  '법령상 의무 이행',
  '다른 사람의 생명·신체·재산 보호',
  '위임받은 사무의 이행',
] as const
