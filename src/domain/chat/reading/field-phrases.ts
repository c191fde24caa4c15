import { anyOf } from './any-of.ts'
import type { NamedField } from './read-fields.ts'

/** What follows or precedes the name of a field and says something about it. */
export function findPhrase(
  text: string,
  { at, end, word }: Pick<NamedField, 'at' | 'end' | 'word'>,
): { kind: 'empty' | 'todo' | 'passed' | 'filled'; from: number; to: number } | null {
  const after = text.slice(end)
  const before = emptyBefore.exec(text.slice(0, at))
  const empty = emptyAfter.exec(after)
  if (before || empty) return { kind: 'empty', from: before?.index ?? at, to: end + (empty?.[0].length ?? 0) }
  const todo = todoAfter.exec(after)
  if (todo) return { kind: 'todo', from: at, to: end + todo[0].length }
  const passed = passedAfter.exec(after)
  if (passed) return { kind: 'passed', from: at, to: end + passed[0].length }
  const filled = filledAfter.exec(after)
  if (filled || /(?:된|한)$/.test(word)) return { kind: 'filled', from: at, to: end + (filled?.[0].length ?? 0) }
  return null
}

/** Whether the text after the name of a text field says that it is filled. */
export function isTextFilled(after: string): boolean {
  return textAfter.test(after)
}

/** Whether the text after the name of an amount says that it is filled: 공탁금은 들어갔는데, 보수료 있고. */
export function isAmountFilled(after: string): boolean {
  return /^(?:액|금액)? ?(?:이|가|은|는|도)? ?(?:(?:적혀|들어) ?)?(?:있(?:는|고|지만|으면서|으나)|들어갔|들어간|적힌)/.test(
    after,
  )
}

/** Nouns that may come between a field's name and the phrase: 세금계산서 발행 안 된. */
export const listActs = [
  '발행',
  '발급',
  '수령',
  '접수',
  '청구',
  '발송',
  '입력',
  '등록',
  '작성',
  '납부',
  '처리',
  '도착',
  '제출',
  '회수',
]
const optionalAct = `(?:\\s*${anyOf(listActs)})?`
const optionalParticle = String.raw`(?:\s*(?:이|가|은|는|을|를|도|에|만|까지))?`
const optionalYet = String.raw`(?:\s*(?:아직(?:도|까지)?|여태(?:껏|까지)?|지금까지|다|하나도|전혀))?`
/** The name of a day field is also read without 일: 입금 and 입금일. */
const optionalDay = String.raw`(?:\s*일자?)?`

/** The rest of the word that a phrase begins. */
const wordEnd = '[가-힣]*'

/** Phrases after the name of an empty field. */
const emptyPhrases = [
  // 입금 안 된, 필증 안나온, 보수료 못 받은, 서류 덜 들어온; 안에 and 안으로 mean within.
  String.raw`(?:안|못|덜)\s*(?!에(?:서)?(?:\s|$)|으로|쪽|내(?:로|에)?(?:\s|$)|까지)[가-힣]+`,
  // 공탁번호 없는
  `없${wordEnd}`,
  // 입금되지 않은, 돈이 들어오지 않은, 세금계산서 받지 못한
  String.raw`[가-힣]{1,4}지(?:를|는|도)?\s*(?:않|못|안)${wordEnd}`,
  // 비고 비어 있는, 접수일 미정, 등기필증 수령 전인
  String.raw`비어${wordEnd}(?:\s*있[가-힣]*)?|빈(?=\s|$|거|것|건)|빠진|빠져${wordEnd}(?:\s*있[가-힣]*)?|미정${wordEnd}|누락${wordEnd}|전인|전(?=\s*(?:사건|건|거|것|세대)(?:\s|$|이|은|만))`,
  // 필증 남은, 계산서 밀린
  `남(?:은|아|았)${wordEnd}(?!\\s*(?:기간|날|일수|시간|금액|돈))|밀린|밀렸${wordEnd}`,
  // 접수 아직인
  String.raw`아직(?:인|이[가-힣]*|요|임)?(?=\s|$|거|것|건)`,
  // 등기필증 미교부
  `미${anyOf([...listActs, '교부', '입금', '완료', '기재', '확인', '반납'])}${wordEnd}`,
]

/** Phrases after the name of a field that is still to be filled: 청구할, 계산서 끊을, 우편 보낼, 필증 받을. */
const todoPhrases = [
  String.raw`(?:할|보낼|받을|끊을|낼|넣을|부칠|찾을|[가-힣]{1,4}야\s*(?:할|하는|되는|될|함|됨|돼|하[가-힣]))(?=\s|$|[,?]|거|것|건|게(?:\s|$)|데)`,
]

/** Phrases after the name of a filled field. */
const filledPhrases = [
  // 입금된, 접수 완료, 청구한
  String.raw`된|됐${wordEnd}|완료${wordEnd}|한\s|했${wordEnd}`,
  // 비고에 적혀 있는
  String.raw`(?:(?:끼어|적혀|들어)\s*)?있(?:는|고|지만|으면서|으나)|적힌`,
  // 보수료 들어온, 계산서 받은, 등기필증 나온
  '들어온|들어갔|들어왔|받은|받았|나온|나왔|왔는데|왔고|도착한|도착했',
  // 계산서 끊은, 등기 끝난, 우편 보낸
  '끊었|끊은|끝난|끝났|보낸|보냈|부친|부쳤',
  // 접수해 놓은
  String.raw`해\s*(?:놓|두|뒀)`,
]

const emptyAfter = new RegExp(
  `^${optionalDay}${optionalParticle}${optionalYet}${optionalAct}${optionalParticle}${optionalYet}\\s*${anyOf(emptyPhrases)}`,
)
const todoAfter = new RegExp(
  `^${optionalDay}${optionalParticle}${optionalAct}${optionalParticle}\\s*${anyOf(todoPhrases)}`,
)
const filledAfter = new RegExp(
  `^${optionalDay}${optionalParticle}${optionalAct}${optionalParticle}(?:\\s*(?:다|이미|벌써|모두))?\\s*${anyOf(filledPhrases)}`,
)
/** Comes before the name of an empty field: 미입금, 아직 안 입금한. */
const emptyBefore = new RegExp(`(?:미|아직\\s*안\\s?|안\\s|미(?:${listActs.join('|')})(?:된|인|한)?\\s?)$`)

/** Comes after the name of a day in the past: 수용개시일이 지난, 예정일 이미 넘긴. */
const passedAfter =
  /^\s*(?:일자?(?:이|가|을|를|은)?\s*|(?:이|가|을|를|은)\s*)?(?:이미\s*)?(?:지난|지났|넘은|넘긴|경과)[가-힣]*/

/** A text field is filled only after these: 근저당이 끼어 있는, 비고 적힌. */
const textAfter = /^(?:\s*(?:이|가|은|는|도))?\s*(?:(?:끼어|적혀|들어)\s*)?(?:있(?:는|고|지만|으면서|으나)|낀|적힌)/
