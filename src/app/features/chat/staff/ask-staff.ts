import { chatQuestion } from '#domain/chat/chat-question.ts'
import { answerQuestion } from '#domain/chat/answer-question.ts'
import type { EngineStep, Knowledge } from '#domain/chat/engine-step.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { askChat, type AskChat, type AskedEnd } from '../ask-chat.ts'
import { withText, type Answering } from '../answering.ts'
import { noAnswer } from '../refusal-text.ts'
import { deviceOfficeData, NoCopyError } from './device-office-data.ts'

/**
 * Asks the server. If it is unreachable, answers questions about records by the same rules from the
 * offline copy; public pages are not available there.
 */
export function askStaff(copy: OfflineCopy, reader: { name: string; isSuperuser: boolean }): AskChat {
  return async (request, watch) => {
    const end = navigator.onLine ? await askChat(request, watch) : null
    if (end && !(end.kind === 'failed' && end.isUnreached)) return end
    if (request.file_id !== undefined) return { kind: 'failed', message: fileIsAway }
    // Logs that a question was asked, never its text, as the server does.
    copy.seen.note({ act: 'search', about: { place: 'chat' } })
    const today = officeDay(Date.now())
    const knowledge: Knowledge = {
      today,
      pages: { search: () => Promise.resolve([]) },
      office: deviceOfficeData(copy, { today, reader }),
      table: null,
    }
    return await answerHere(request, knowledge, watch)
  }
}

const fileIsAway =
  '첨부한 파일은 서버에 있습니다. 네트워크에 연결된 뒤에 물어보시거나, 첨부를 빼고 장부에 관해 물어보세요.'

const notCopied = '네트워크가 없고 이 기기에 아직 사본도 없습니다. 연결되면 다시 시도해 주세요.'

const notHeld = '네트워크가 없고, 이 기기에 두지 않은 업무에 관한 물음입니다. 연결되면 다시 시도해 주세요.'

async function answerHere(
  request: Parameters<AskChat>[0],
  knowledge: Knowledge,
  { signal, onGrow }: Parameters<AskChat>[1],
): Promise<AskedEnd> {
  let answering: Answering = { parts: [], doing: '' }
  try {
    for await (const step of answerQuestion(chatQuestion(request), knowledge)) {
      signal.throwIfAborted()
      answering = withStep(answering, step)
      onGrow(answering)
    }
    return { kind: 'done', answer: { engine: 'device', replaced: [], question_id: null } }
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof NoCopyError)) return { kind: 'failed', message: noAnswer }
    return { kind: 'failed', message: error.isUnheld ? notHeld : notCopied }
  }
}

function withStep({ parts }: Answering, step: EngineStep): Answering {
  if (step.kind === 'tool') return { parts, doing: step.label }
  return { parts: step.kind === 'part' ? [...parts, step.part] : withText(parts, step.text), doing: '' }
}
