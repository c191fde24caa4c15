import { rereadOutbox } from '../outbox/open-outbox.ts'
import { requestCollection } from './requested-collections.ts'
import { followChoice } from './apply-choice.ts'
import { reportBug, setStatus, notifyChanged, notifyTabs, type EngineState } from './engine-state.ts'
import { loadData, reloadMirror } from './load-data.ts'
import { confirmChanges } from './mirrored-data.ts'
import { tabMessageSchema, type TabMessage } from './tab-messages.ts'

/** Handles messages from the workers of the user's other tabs. */
export function handleTabMessage(state: EngineState, raw: unknown): void {
  const parsed = tabMessageSchema.safeParse(raw)
  if (!parsed.success || state.controller.signal.aborted) return
  const message = parsed.data
  if (message.type === 'held') return void followChoice(state).catch((error: unknown) => reportBug(state, error))
  if (state.loop) return handleAsLeader(state, message)
  switch (message.type) {
    case 'applied':
      return void state.loading.catch(() => undefined).then(() => applyPage(state, message))
    case 'copied':
      // A tab that shows nothing of this collection reads it with the final reload.
      if (!state.requested.includes(message.collection)) return
      return void loadData(state).catch((error: unknown) => reportBug(state, error))
    case 'reload':
      return void reloadAll(state).catch((error: unknown) => reportBug(state, error))
    case 'status': {
      const { connection, trouble, lastSyncAt, lacksRoom, tasksToldAt, copying } = message
      return setStatus(state, {
        connection,
        trouble,
        lastSyncAt,
        lacksRoom,
        tasksToldAt,
        copying: withoutUndefined(copying),
      })
    }
    case 'asked':
    case 'beat':
    case 'hello':
    case 'wake':
      return
  }
}

function handleAsLeader(state: EngineState, message: TabMessage): void {
  if (message.type === 'asked') requestCollection(state, message.collection)
  if (message.type === 'wake') state.loop?.wake()
  if (message.type === 'hello') notifyTabs(state, { type: 'status', ...state.status })
}

/**
 * The leader removed outbox entries before announcing the copy, but outbox messages use another
 * channel that may be slower, so the outbox is read again.
 */
async function reloadAll(state: EngineState): Promise<void> {
  await rereadOutbox(state.outbox)
  await reloadMirror(state)
}

/**
 * Applies a page of changes the leader stored. If it doesn't follow the data in memory, something
 * was missed and everything is read again.
 */
function applyPage(state: EngineState, { before, page }: TabMessage & { type: 'applied' }): void {
  if (before !== state.cursor) return void loadData(state).catch((error: unknown) => reportBug(state, error))
  state.cursor = page.cursor
  if (page.stopped) setStatus(state, { stopped: page.stopped.records })
  notifyChanged(state, confirmChanges(state.data, page))
}

function withoutUndefined<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never
}
