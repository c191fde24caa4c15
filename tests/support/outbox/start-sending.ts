import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { buildLeaderLockName, catchUpWithOutbox, sendAsLeader } from '#mirror/outbox/sending/send-as-leader.ts'
import { type Leadership, startLeadership } from '#mirror/worker/leadership.ts'
import { buildMirrorChannelName } from '#mirror/worker/tab-messages.ts'

/** Takes part in sending as a tab's worker does, without its engine. */
export function startSending(outbox: Outbox, options: { isVisible: boolean }): Leadership {
  const { runtime, userId } = outbox
  const channel = runtime.openChannel(buildMirrorChannelName(userId))
  const leadership = startLeadership({
    ...options,
    runtime,
    channel,
    lock: buildLeaderLockName(userId),
    tasks: [(term) => sendAsLeader(outbox, term)],
    onBeat: () => catchUpWithOutbox(outbox),
    onBug: () => undefined,
  })
  return {
    ...leadership,
    stop() {
      leadership.stop()
      channel.close()
    },
  }
}
