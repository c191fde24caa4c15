import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import type { Bubble } from './bubbles.ts'

export interface Conversation {
  readonly bubbles: readonly Bubble[]
  /** Unsent input. */
  readonly draft: string
  /** Staff: the thread in which the server stores it. */
  readonly threadId?: string
  /** Id of the stored question that the next one replaces, after an edit. */
  readonly insteadOf?: string
  /** Attached file, usable for a day (contract/chat/calls.ts). */
  readonly file?: AttachedFile
}

export interface AttachedFile {
  readonly id: string
  readonly name: string
  /** For a workbook with several sheets: the sheet that was read and all names. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] }
}

export const noConversation: Conversation = { bubbles: [], draft: '' }

/** Stores a conversation across reloads. */
export interface ConversationStore {
  read(): Conversation
  save(conversation: Conversation): void
}

const key = 'chat_conversation'

/** Session storage for visitors. */
export const tabStore: ConversationStore = { read: keptConversation, save: keepConversation }

/**
 * Stores the conversation in the tab, with resident numbers masked. Without storage it is lost when
 * the page closes.
 */
function keepConversation(conversation: Conversation): void {
  try {
    if (conversation.bubbles.length === 0 && conversation.draft === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, maskResidentNumbers(JSON.stringify(conversation)))
  } catch {
    // Storage may be unavailable or full; the conversation continues.
  }
}

function keptConversation(): Conversation {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isConversation(stored) ? stored : noConversation
  } catch {
    return noConversation
  }
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
