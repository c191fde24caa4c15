import { maskResidentNumbers } from '#contract/resident-number.ts'
import type { Bubble } from './bubbles.ts'

export interface Conversation {
  readonly bubbles: readonly Bubble[]
  /** What is being written. */
  readonly draft: string
  /** Staff: the thread that the server keeps it in. */
  readonly threadId?: string
  /** The kept question in whose place the next one is asked: it is being put otherwise. */
  readonly insteadOf?: string
  /** What questions are asked with, for a day (contract/chat/calls.ts). */
  readonly file?: AttachedFile
}

export interface AttachedFile {
  readonly id: string
  readonly name: string
  /** Of a workbook with several sheets: which one was read, and all their names. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] }
}

export const noConversation: Conversation = { bubbles: [], draft: '' }

/** Where a conversation outlives a reload. */
export interface ConversationStore {
  read(): Conversation
  keep(conversation: Conversation): void
}

const key = 'chat_conversation'

/** The tab, for visitors: nobody else knows them. */
export const tabStore: ConversationStore = { read: keptConversation, keep: keepConversation }

/** Keeps it for a reload; it goes with the tab, and resident numbers are kept masked (decision 29). A browser that keeps nothing loses it with the page. */
function keepConversation(conversation: Conversation): void {
  try {
    if (conversation.bubbles.length === 0 && conversation.draft === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, maskResidentNumbers(JSON.stringify(conversation)))
  } catch {
    // Private windows and full disks keep nothing, and the conversation goes on.
  }
}

function keptConversation(): Conversation {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isConversation(kept) ? kept : noConversation
  } catch {
    return noConversation
  }
}

/** Written by this page, perhaps by an older build of it. */
function isConversation(kept: unknown): kept is Conversation {
  if (typeof kept !== 'object' || kept === null || !('bubbles' in kept) || !('draft' in kept)) return false
  return typeof kept.draft === 'string' && Array.isArray(kept.bubbles) && kept.bubbles.every(isBubble)
}

function isBubble(bubble: unknown): boolean {
  if (typeof bubble !== 'object' || bubble === null || !('id' in bubble) || !('parts' in bubble)) return false
  return typeof bubble.id === 'number' && Array.isArray(bubble.parts)
}
