import { parseStoredJson, tabStorage } from '#app/ui/browser/device-storage.ts'
import type { AnswerPart, EngineName, ReplacedNumbers, TablePart } from '#contract/chat/answer.ts'
import type { ChatMessage } from '#contract/chat/calls.ts'
import { chatLimits } from '#contract/chat/chat-texts.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { formatMomentWithSeconds } from '#domain/dates/office-moment.ts'

export interface Conversation {
  readonly bubbles: readonly Bubble[]
  /** Unsent input. */
  readonly draft: string
  /** Staff: the thread in which the server stores it. */
  readonly threadId?: string
  /** Id of the stored question that the next one replaces, after an edit. */
  readonly insteadOf?: string
  /** Attached file, usable for a day. */
  readonly file?: AttachedFile
}

export interface AttachedFile {
  readonly id: string
  readonly name: string
  /** For a workbook with several sheets: the sheet that was read and all names. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] }
}

export const emptyConversation: Conversation = { bubbles: [], draft: '' }

/** Stores a conversation across reloads. */
export interface ConversationStore {
  read(): Conversation
  save(conversation: Conversation): void
}

const conversationKey = 'chat_conversation'

/** Session storage for visitors. */
export const tabStore: ConversationStore = { read: readConversation, save: storeConversation }

/** Stores the conversation in the tab, with resident numbers masked. */
function storeConversation(conversation: Conversation): void {
  if (conversation.bubbles.length === 0 && conversation.draft === '') tabStorage.removeItem(conversationKey)
  else tabStorage.setItem(conversationKey, maskResidentNumbers(JSON.stringify(conversation)))
}

function readConversation(): Conversation {
  const stored = parseStoredJson(tabStorage.getItem(conversationKey))
  return isConversation(stored) ? stored : emptyConversation
}

/** The stored value may come from an older build of this page. */
function isConversation(stored: unknown): stored is Conversation {
  if (typeof stored !== 'object' || stored === null || !('bubbles' in stored) || !('draft' in stored)) return false
  return typeof stored.draft === 'string' && Array.isArray(stored.bubbles) && stored.bubbles.every(isBubble)
}

function isBubble(bubble: unknown): boolean {
  if (typeof bubble !== 'object' || bubble === null || !('id' in bubble) || !('parts' in bubble)) return false
  return typeof bubble.id === 'number' && Array.isArray(bubble.parts)
}

/** One message of the conversation. */
export interface Bubble {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly parts: readonly AnswerPart[]
  /** `YYYY-MM-DD HH:mm:ss` in the office's time zone. */
  readonly createdAt: string
  /** The answer was stopped or interrupted and is incomplete. */
  readonly isCut?: true
  /** Answers only: which engine gave it. */
  readonly engine?: EngineName
  /** Questions only: which personal numbers were masked in it. */
  readonly replaced?: ReplacedNumbers
  /** The message is an attached file, so there is no question to repeat. */
  readonly isFile?: true
  /** Id of a question that the server stored. */
  readonly questionId?: string
}

/** Creates the next bubble after these. */
export function createBubble(before: readonly Bubble[], role: Bubble['role'], parts: Bubble['parts']): Bubble {
  return { id: (before.at(-1)?.id ?? 0) + 1, role, parts, createdAt: formatMomentWithSeconds(Date.now()) }
}

export function createTextBubble(before: readonly Bubble[], role: Bubble['role'], text: string): Bubble {
  return createBubble(before, role, [{ kind: 'text', text }])
}

/** A bubble as plain text; tables as lines of tab-separated cells, ready to paste into a sheet. */
export function formatBubble(bubble: Bubble | undefined): string {
  const texts = bubble?.parts.flatMap((part) => {
    if (part.kind === 'text') return part.text.replaceAll('**', '')
    return part.kind === 'table' ? formatTable(part) : []
  })
  return texts?.join('\n') ?? ''
}

function formatTable({ columns, rows, total }: TablePart): string {
  const lines = [columns.map(({ label }) => label), ...rows, ...(total ? [total] : [])]
  return lines.map((cells) => cells.map((cell) => String(cell ?? '').replace(/[\t\n]+/g, ' ')).join('\t')).join('\n')
}

/** The last messages in the API's format. */
export function toChatMessages(bubbles: readonly Bubble[]): ChatMessage[] {
  return bubbles.slice(-chatLimits.messagesBefore).map((bubble) => ({
    role: bubble.role,
    content: formatBubble(bubble).slice(0, chatLimits.answerLength),
    created_at: bubble.createdAt,
  }))
}
