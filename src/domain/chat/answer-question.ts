import { answerByWords, answerForStaff } from './answer-for-staff.ts'
import {
  answerCourtesy,
  answerDirectly,
  answerFromPages,
  quotePassages,
  searchPages,
  searchStep,
} from './answer-visitor.ts'
import { maxQuestionLength } from './complete-follow-up.ts'
import type { AttachedTable, ChatQuestion, EngineStep, Knowledge } from './knowledge.ts'
import { readSheetQuestion } from './reading/read-sheet-question.ts'
import { sheetRows, sheetSum } from './tools/sheet-tools.ts'
import { runTool } from './tools/tool.ts'

/**
 * Answers by rules only, so the same question always gets the same answer: from the attached sheet,
 * for staff from the office's records, and from the public texts.
 */
export async function* answerQuestion(request: ChatQuestion, knowledge: Knowledge): AsyncGenerator<EngineStep> {
  const { question } = request
  const direct = knowledge.office ? answerCourtesy(question, staffExamples) : answerDirectly(question, knowledge)
  if (direct) return yield* direct
  const { today } = knowledge
  const isRead = question.length <= maxQuestionLength
  const office = isRead ? knowledge.office : null
  const table = isRead ? knowledge.table : null
  const sheetAnswer = table && answerFromSheet(question, { ...knowledge, table }, today)
  if (sheetAnswer) return yield* sheetAnswer
  if (!knowledge.office) return yield* answerFromPages(request, knowledge)
  const recordAnswer = office && (await answerForStaff(request, { ...knowledge, office }))
  if (recordAnswer) return yield* recordAnswer
  yield searchStep
  const found = await searchPages(request, knowledge.pages)
  if (found.length > 0) return yield* quotePassages(found)
  const wordAnswer = office && (await answerByWords(question, { ...knowledge, office }))
  if (wordAnswer) return yield* wordAnswer
  yield { kind: 'delta', text: notFoundInOffice }
  yield { kind: 'part', part: { kind: 'suggestions', questions: [...staffExamples] } }
}

const notFoundInOffice =
  '장부와 공개된 안내에서 답을 찾지 못했습니다. 확인되지 않은 내용은 말씀드리지 않습니다. 어느 장부의 무엇을 찾으시는지 함께 적어 주시면 다시 찾아보겠습니다.'

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

/**
 * Answers a question from the cells of the attached sheet; null when it names nothing of it. Cell
 * contents are values, never questions.
 */
export function answerFromSheet(
  question: string,
  knowledge: Knowledge & { readonly table: AttachedTable },
  today: string,
): AsyncIterable<EngineStep> | null {
  const call = readSheetQuestion(question, knowledge.table, today)
  if (!call) return null
  return call.tool === 'sheet_rows'
    ? runTool(sheetRows, call.input, knowledge)
    : runTool(sheetSum, call.input, knowledge)
}
