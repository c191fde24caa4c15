import { maskResidentNumbers } from '#contract/resident-number.ts'
import { newId } from '#mirror/new-id.ts'
import { ownStorage, type OwnStorage } from '#app/records/copy/own-storage.ts'
import { noConversation, type Conversation, type ConversationStore } from '../kept-conversation.ts'

/** What was said, as long as this page is open: answers hold what stands in records, and those are kept nowhere but in the offline copy and on the server. */
const opened = new Map<string, Conversation>()

/** Where a member of staff keeps the conversation: it outlives going to another screen; over a reload only what is being written does, with the tab. */
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

/** An empty conversation, with the name of the thread that the server will keep it in. */
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
    // Private windows and full disks keep nothing, and the conversation goes on.
  }
}
