import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { newId } from '#mirror/new-id.ts'
import { ownStorage, type OwnStorage } from '#app/records/copy/own-storage.ts'
import { noConversation, type Conversation, type ConversationStore } from '../kept-conversation.ts'

/**
 * Conversations while the page is open. Answers contain record data, which may be stored only in
 * the offline copy and on the server.
 */
const opened = new Map<string, Conversation>()

/**
 * Storage of a staff conversation. It survives a change of screens; a reload keeps only the unsent
 * input, in the tab.
 */
export function ownPlace(userId: string): ConversationStore {
  const key = `chat-draft-${userId}`
  const tab = ownStorage(userId, 'tab')
  return {
    read: () => opened.get(userId) ?? { ...newConversation(), draft: keptDraft(tab, key) },
    keep(conversation) {
      opened.set(userId, conversation)
      keepDraft(tab, key, conversation.draft)
    },
  }
}

/** An empty conversation with a new id for the server's thread. */
export function newConversation(): Conversation {
  return { ...noConversation, threadId: newId() }
}

function keptDraft(tab: OwnStorage, key: string): string {
  try {
    return tab.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keepDraft(tab: OwnStorage, key: string, draft: string): void {
  try {
    if (draft === '') tab.removeItem(key)
    else tab.setItem(key, maskResidentNumbers(draft))
  } catch {
    // Storage may be unavailable or full; the conversation continues.
  }
}
