import { answerByWords, answerForStaff, isAfterRecords } from './answer-for-staff.ts'
import { answerDirectly, answerFromPages, quotePassages, searchPages, searchStep } from './answer-visitor.ts'
import { maxQuestionLength } from './complete-follow-up.ts'
import type { AttachedTable, ChatQuestion, EngineStep, Knowledge } from './knowledge.ts'
import { isFieldWord, readBareWord } from './reading/read-bare-field.ts'
import { readSheetQuestion } from './reading/read-sheet-question.ts'
import { readSpoken } from './reading/spoken-forms.ts'
import { answerSmallTalk, staffExamples } from './small-talk.ts'
import { sheetRows, sheetSum } from './tools/sheet-tools.ts'
import { runTool } from './tools/tool.ts'

/**
 * Answers by rules only, so the same question always gets the same answer: from the attached sheet,
 * for staff from the office's records, and from the public texts.
 */
export async function* answerQuestion(asked: ChatQuestion, knowledge: Knowledge): AsyncGenerator<EngineStep> {
  const isRead = asked.question.length <= maxQuestionLength
  const request = knowledge.office && isRead ? { ...asked, question: readSpoken(asked.question) } : asked
  const { question } = request
  const isAsked = request.history.length > 0 && readBareWord(question).some(isFieldWord)
  const smallTalk = isAsked ? null : answerSmallTalk(question)
  const direct = knowledge.office ? smallTalk : answerDirectly(question, knowledge)
  if (direct) return yield* direct
  const { today } = knowledge
  const office = isRead ? knowledge.office : null
  const table = isRead ? knowledge.table : null
  const sheetAnswer = table && answerFromSheet(question, { ...knowledge, table }, today)
  if (sheetAnswer) return yield* sheetAnswer
  if (!knowledge.office) return yield* answerFromPages(request, knowledge)
  const recordAnswer = office && (await answerForStaff(request, { ...knowledge, office }))
  if (recordAnswer) return yield* recordAnswer
  yield searchStep
  const isOfPages = office === null || !(await isAfterRecords(request.history, office))
  const found = await searchPages(isOfPages ? request : { question, history: [] }, knowledge.pages)
  // A page about the matter in general says less than a record or a guide.
  if (found[0] && !found[0].isGeneral) return yield* quotePassages(found, knowledge.contact)
  const wordAnswer = office && (await answerByWords(question, { ...knowledge, office }))
  if (wordAnswer) return yield* wordAnswer
  if (found.length > 0) return yield* quotePassages(found, knowledge.contact)
  yield { kind: 'delta', text: notFoundInOffice }
  yield { kind: 'part', part: { kind: 'suggestions', questions: [...staffExamples] } }
}

const notFoundInOffice =
  '장부와 공개된 안내에서 답을 찾지 못했습니다. 확인되지 않은 내용은 말씀드리지 않습니다. 어느 장부의 무엇을 찾으시는지 함께 적어 주시면 다시 찾아보겠습니다.'

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
