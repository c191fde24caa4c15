import type { EngineStep } from './knowledge.ts'

/** The chat's greeting for staff. */
export const staffGreeting =
  '안녕하세요. 장부 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 장부와 공개된 안내에서 찾은 내용만 답합니다. 사건과 기한, 미수금과 합계, 연차와 화면을 물어보시고, 상태와 날짜, 금액, 비고는 바꿔 달라고 하세요. 바꾸는 것은 ‘적용’을 누르실 때입니다.'

/** The greeting when a language model answers. */
export const staffModelGreeting =
  '안녕하세요. 장부 도우미입니다. 사람이 아니라 언어 모델이 본인의 권한으로 장부와 공개된 안내를 찾아 답하므로 틀릴 수 있습니다. 표와 출처를 확인해 주세요. 주민등록번호와 계좌번호, 전화번호 같은 번호는 가리고 묻습니다. 바꾸는 것은 ‘적용’을 누르실 때입니다.'

/** Examples that the office's records can always answer. */
export const staffExamples = [
  '이번 달 접수된 공탁 사건 몇 건이야?',
  '사업구간별 보수료 합계',
  '마감이 다가오는 사건 보여 줘',
  '미수금이 얼마야?',
  '남은 연차 며칠이야?',
  '카드사용내역은 어디서 봐?',
] as const

/** The answer to a greeting, thanks or an assent, which need no record; null for a question. */
export function answerSmallTalk(question: string): AsyncIterable<EngineStep> | null {
  const kind = kinds.find(({ stems }) => consistsOf(question, stems))
  return kind ? greet(kind.answer) : null
}

/** Whether the question asks to undo the last change, and says nothing else: 방금 거 취소, 원래대로 돌려놔. */
export function isUndoRequest(question: string): boolean {
  return (
    consistsOf(question, undoStems) &&
    !/^\s*(?:아니 )?취소(?:만|은|는|인)?(?:\s*(?:거|것)만?)?\s*[?？]?$|려면|어떻게|방법/.test(question)
  )
}

interface Stems {
  /** One of its words begins like this. */
  readonly key: RegExp
  /** All others begin like this. */
  readonly others: RegExp
}

function consistsOf(question: string, { key, others }: Stems): boolean {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.length > 0 &&
    words.length < 9 &&
    words.some((word) => key.test(word)) &&
    words.every((word) => key.test(word) || others.test(word))
  )
}

const undoStems: Stems = {
  key: /^(?:취소(?:해|하|좀|시)?|되돌[려리릴]|돌려(?!보)|원래|원상|복구해|무르|물러|물려|잘못(?:했|눌|바|적|넣|고)|실수)/,
  others:
    /^(?:아니(?:야|다|요)?|아|어|음|앗|헐|방금|아까|지금|막|마지막|직전|조금|전|전에|이전|처음|그냥|도로|다시|좀|말고|상태|(?:한|바꾼|고친|적용(?:한)?|변경(?:한)?|수정(?:한)?|넣은|적은|누른|그|이)?\s?(?:거|것|건|걸|게)?(?:으로|대로|로|은|는|을|를|도)?|바꿨[가-힣]{0,2}|눌렀[가-힣]{0,2}|했[가-힣]{0,2}|해(?:줘|주세요|요)?|하자|할래|놔|놓아|놓|줘|주세요|주라|부탁[가-힣]{0,3}|취소(?:해줘)?|안|돼|되나|됩니까)$/,
}

const fillers =
  /^(?:(?:정말|너무|진짜|많이|아주|매우|늘|항상|오늘|내일|이따|다음|주말|하루|아침|저녁|오후|오전|점심|좋은|즐거운|행복한|편안한|도움|덕분|덕|여러분|다들|선생님|보내|되세|되셨|됐|되었|했|합니|해|드려|드립|이에|예|입니|이야)[가-힣]{0,3}|밤|도|네+|넵|응|그래|봐요?|봬요|봅시다|뵐게요?|잘|자|하고|요|you|there|ㅋ+|ㅎ+|ㅠ+)$/

const kinds: readonly { stems: Stems; answer: string }[] = [
  {
    stems: {
      key: /^(?:고마|고맙|감사|수고|고생|땡큐|ㄱㅅ|ㄳ|thank|잘했|훌륭|최고(?:야|네|예|다|에요)|도움(?:됐|이))/,
      others: fillers,
    },
    answer: '도움이 되셨다니 다행입니다. 더 필요한 기록이나 화면이 있으면 물어보세요.',
  },
  {
    stems: {
      key: /^(?:안녕|안뇽|반가|반갑|방가|하이|ㅎㅇ|굿모닝|굿|출근|퇴근|좋은|hello|hi$|들어가세요|잘자)/,
      others: fillers,
    },
    answer: staffGreeting,
  },
  {
    stems: {
      key: /^(?:네+(?!번)|넵|넹|예(?![정쁘상약금])|응|ㅇㅇ|ㅇㅋ|ok|오케이|알겠|알았|그래|그렇구나|아하|됐어|됐습니다|괜찮)/,
      others: fillers,
    },
    answer: '네. 더 필요한 기록이나 화면이 있으면 물어보세요.',
  },
  {
    stems: {
      key: /^(?:도와|물어[볼봐]|질문)/,
      others: /^(?:뭐|뭘|무엇|무슨|어떤|수|있|나|나요|줘|주세요|좀|할|걸|거|것|을|를|도|되|돼)[가-힣]{0,3}$/,
    },
    answer: staffGreeting,
  },
  {
    stems: {
      key: /^(?:ai|에이아이|챗봇|로봇|봇|사람|누구|뭐|뭘)(?:이?야|이?니|인가요|이에요|예요|이세요|세요|임|냐|맞아|해)?$/,
      others: /^(?:너|넌|넌|네가|당신|도우미|정체|이름|는|은|가|뭐|뭔|할|수|있|하는|맞|진짜)[가-힣]{0,4}$/,
    },
    answer: staffGreeting,
  },
]

async function* greet(text: string): AsyncGenerator<EngineStep> {
  yield { kind: 'delta', text }
  yield { kind: 'part', part: { kind: 'suggestions', questions: [...staffExamples] } }
}
