import { useRouter, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  invitationLookPath,
  invitationLookSchema,
  invitationTakePath,
  takenInvitationSchema,
  type InvitationLook,
} from '#contract/people/invitations.ts'
import { answerOf, type Answer } from '../answer-of.ts'
import { useApi } from '../api.tsx'
import { refreshTokens } from '../login-tokens.ts'
import { announce } from '../session-channel.ts'
import { setUser, useSession } from '../session-store.ts'
import { saveUser } from '../stored-user.ts'

export interface OpenedInvitation {
  /** From the link's URL fragment, which browsers don't send to the server; empty if missing. */
  token: string
  /** State of the invitation for the signed-in user; null while loading. */
  look: Answer<InvitationLook> | null
  /** Why accepting the invitation failed; empty when it didn't. */
  message: string
  isBusy: boolean
  accept(): void
  reload(): void
}

/**
 * The invitation named in the URL. Once it is no longer open, its token is removed from the URL.
 */
export function useInvitation(): OpenedInvitation {
  const api = useApi()
  const router = useRouter()
  const userId = useSession().user?.id ?? null
  const hash = useLocation({ select: (place) => place.hash })
  const [token, setToken] = useState(hash)
  const [loaded, setLoaded] = useState<{ key: string; look: Answer<InvitationLook> } | null>(null)
  const [times, setTimes] = useState(0)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  // The user opened another link in the same window.
  if (hash !== '' && hash !== token) setToken(hash)
  const key = `${times} ${userId} ${token}`

  useEffect(() => {
    if (token === '') return undefined
    const aborter = new AbortController()
    const call = api.post(invitationLookPath, { json: { token }, signal: aborter.signal }).json()
    void answerOf(call).then((answer) => {
      if (aborter.signal.aborted) return
      const look = answer.ok ? { ok: true as const, value: invitationLookSchema.parse(answer.value) } : answer
      setLoaded({ key, look })
      if (look.ok && look.value.state !== 'open') router.history.replace('/invitation')
    })
    return () => aborter.abort()
  }, [api, router, token, key])

  async function accept() {
    setBusy(true)
    setMessage('')
    const answer = await answerOf(api.post(invitationTakePath, { json: { token } }).json())
    if (answer.ok) {
      setUser(saveUser(takenInvitationSchema.parse(answer.value).user_info))
      // The new tokens carry the staff role to the session row that workers read; `announce` tells
      // the other tabs.
      const renewed = await refreshTokens()
      if (renewed.kind === 'renewed') setUser(renewed.user)
      announce({ type: 'signed_in' })
    } else setMessage(answer.problem.message)
    setBusy(false)
    setTimes((before) => before + 1)
  }

  const look = loaded?.key === key ? loaded.look : null
  return {
    token,
    look,
    message,
    isBusy,
    accept: () => void accept(),
    reload: () => setTimes((before) => before + 1),
  }
}
