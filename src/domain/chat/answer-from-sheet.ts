import type { AttachedTable } from './attached-table.ts'
import type { EngineStep, Knowledge } from './engine-step.ts'
import { readSheetQuestion } from './reading/read-sheet-question.ts'
import { runTool } from './tools/run-tool.ts'
import { sheetRows, sheetSum } from './tools/sheet-tools.ts'

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
