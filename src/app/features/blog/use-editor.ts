import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useSession } from '#app/session/session-store.ts'
import { type ManagedPost, managedPostSchema, managedPostsPath, type PostState } from '#contract/blog/blog.ts'
import { type Problem, problem as problemOf } from '#contract/problem.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import {
  createEmptyForm,
  isSameForm,
  openLocalDraft,
  type PostForm,
  toPostFields,
  toPostForm,
  validateNumbers,
} from './post-form.ts'

export interface Editor {
  form: PostForm
  /** The last version received from the server; null before the first save. */
  saved: ManagedPost | null
  isDirty: boolean
  isBusy: boolean
  /** Whether a draft was restored from this device. */
  isRestored: boolean
  /** Refusal of the last save. */
  problem: Problem | null
  /** The post as somebody else has saved it in the meantime; null without a conflict. */
  serverVersion: ManagedPost | null
  change(patch: Partial<PostForm>): void
  save(state: PostState): Promise<void>
  /** Asks first. */
  remove(post: ManagedPost): Promise<unknown>
  /** Resets to the server's version. */
  discard(): void
  /** Keeps the user's text after a conflict; the next save replaces the other person's. */
  overwrite(): void
}

/** State of the post editor. `post` is null for a new one. Unsaved text is stored on the device. */
export function useEditor(post: ManagedPost | null): Editor {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const postKey = post?.id ?? 'new'
  const storedDraft = useMemo(() => openLocalDraft({ userId, post: postKey }), [userId, postKey])
  const [localDraft] = useState(storedDraft.read)
  const [creationKey] = useState(() => localDraft?.creationKey ?? newId())
  const [saved, setSaved] = useState(post)
  // A draft keeps the version it was typed on, so that the server detects a conflict.
  const [version, setVersion] = useState(localDraft?.version ?? post?.version ?? null)
  const [form, setForm] = useState(() => localDraft?.form ?? createForm(post, user?.nickname ?? ''))
  const [isRestored, setIsRestored] = useState(localDraft !== null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isDirty = !isSameForm(form, createForm(saved, user?.nickname ?? ''))
  const navigate = useNavigate()
  useDirtyForm(isDirty, '쓰던 게시글', { survivesNavigation: true })

  useEffect(() => {
    storedDraft.save(isDirty ? { form, version, creationKey } : null)
  }, [isDirty, form, version, creationKey, storedDraft])

  function adopt(next: ManagedPost | null) {
    setSaved(next)
    setVersion(next?.version ?? null)
    setForm(createForm(next, user?.nickname ?? ''))
    setProblem(null)
    setIsRestored(false)
  }

  const send = useServerAction({
    send(api, state: PostState) {
      const fields = toPostFields(form, state)
      return saved === null
        ? api.post(managedPostsPath, { json: { ...fields, creation_key: creationKey } }).json()
        : api.put(`${managedPostsPath}${saved.id}/`, { json: { ...fields, version: version ?? saved.version } }).json()
    },
    parse: managedPostSchema.parse,
    done: (next) => describeOutcome(saved, next),
    onRefusal: setProblem,
    refetches: [['blog']],
    onDone(next) {
      storedDraft.save(null)
      adopt(next)
      if (saved === null) void navigate({ to: '/staff/blog/$id', params: { id: next.id }, replace: true })
    },
  })
  const remove = useRemoval(() => storedDraft.save(null), setProblem)

  const serverVersion =
    problem?.code === 'conflict' ? (managedPostSchema.safeParse(problem.current).data ?? null) : null
  return {
    form,
    saved,
    isDirty,
    isBusy: send.isBusy || remove.isBusy,
    isRestored,
    problem,
    serverVersion,
    change: (patch) => setForm((before) => ({ ...before, ...patch })),
    discard: () => adopt(serverVersion ?? saved),
    overwrite() {
      if (serverVersion === null) return
      setSaved(serverVersion)
      setVersion(serverVersion.version)
      setProblem(null)
    },
    async save(state) {
      const errors = validateNumbers(form)
      if (Object.keys(errors).length > 0) return setProblem(problemOf('invalid_request', { fields: errors }))
      await send.run(state)
    },
    remove: remove.run,
  }
}

function createForm(post: ManagedPost | null, nickname: string): PostForm {
  return post === null ? createEmptyForm(nickname) : toPostForm(post)
}

/** Asks, then deletes the post and returns to the list. */
function useRemoval(onRemoved: () => void, onRefusal: (problem: Problem) => void) {
  const navigate = useNavigate()
  return useServerAction({
    question: ({ title }: ManagedPost) => ({
      title: `'${title}' 글을 삭제하시겠습니까?`,
      message: '게시된 글이라면 방문자에게도 더는 보이지 않습니다. 되돌릴 수 없습니다.',
      confirmLabel: '삭제',
      isDestructive: true,
    }),
    send: (api, { id, version }) => api.delete(`${managedPostsPath}${id}/`, { json: { version } }).text(),
    done: '게시글이 삭제되었습니다.',
    onRefusal,
    refetches: [['blog']],
    onDone() {
      onRemoved()
      void navigate({ to: '/staff/blog', search: {} })
    },
  })
}

function describeOutcome(before: ManagedPost | null, after: ManagedPost): string {
  const was = before?.state ?? 'draft'
  if (was === after.state) return '변경사항이 저장되었습니다.'
  return after.state === 'published' ? '게시되었습니다.' : '게시를 취소했습니다. 글은 초안으로 남아 있습니다.'
}
