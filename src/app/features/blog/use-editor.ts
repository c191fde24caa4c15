import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type ManagedPost, managedPostSchema, type PostState } from '#contract/blog/blog.ts'
import { type Problem, problem as problemOf } from '#contract/problem.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { deletePost, savePost } from './blog-calls.ts'
import {
  createEmptyForm,
  isSameForm,
  type PostForm,
  readLocalDraft,
  removeLocalDraft,
  saveLocalDraft,
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
  remove(): Promise<void>
  /** Resets to the server's version. */
  discard(): void
  /** Keeps the user's text after a conflict; the next save replaces the other person's. */
  overwrite(): void
}

/** State of the post editor. `post` is null for a new one. Unsaved text is stored on the device. */
export function useEditor(post: ManagedPost | null): Editor {
  const { user } = useSession()
  const draftKey = { userId: user?.id ?? '', post: post?.id ?? 'new' }
  const [localDraft] = useState(() => readLocalDraft(localStorage, draftKey))
  const [creationKey] = useState(() => localDraft?.creationKey ?? newId())
  const [saved, setSaved] = useState(post)
  // A draft keeps the version it was typed on, so that the server detects a conflict.
  const [version, setVersion] = useState(localDraft?.version ?? post?.version ?? null)
  const [form, setForm] = useState(() => localDraft?.form ?? createForm(post, user?.nickname ?? ''))
  const [isBusy, setIsBusy] = useState(false)
  const [isRestored, setIsRestored] = useState(localDraft !== null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isDirty = !isSameForm(form, createForm(saved, user?.nickname ?? ''))
  const calls = usePostCalls()
  useDirtyForm(isDirty, '쓰던 게시글', { survivesNavigation: true })

  const { userId, post: postKey } = draftKey
  useEffect(() => {
    if (isDirty) saveLocalDraft(localStorage, { userId, post: postKey }, { form, version, creationKey })
    else removeLocalDraft(localStorage, { userId, post: postKey })
  }, [isDirty, form, version, creationKey, userId, postKey])

  function adopt(next: ManagedPost | null) {
    setSaved(next)
    setVersion(next?.version ?? null)
    setForm(createForm(next, user?.nickname ?? ''))
    setProblem(null)
    setIsRestored(false)
  }

  const serverVersion =
    problem?.code === 'conflict' ? (managedPostSchema.safeParse(problem.current).data ?? null) : null
  return {
    form,
    saved,
    isDirty,
    isBusy,
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
      setIsBusy(true)
      const base = saved === null ? null : { ...saved, version: version ?? saved.version }
      const result = await calls.save({ form, state, base, creationKey })
      setIsBusy(false)
      if (!result.ok) return setProblem(result.problem)
      removeLocalDraft(localStorage, draftKey)
      adopt(result.value)
      calls.announceSave(saved, result.value)
    },
    async remove() {
      if (saved === null) return
      setIsBusy(true)
      const refusal = await calls.remove(saved)
      setIsBusy(false)
      if (refusal) return setProblem(refusal)
      removeLocalDraft(localStorage, draftKey)
    },
  }
}

function createForm(post: ManagedPost | null, nickname: string): PostForm {
  return post === null ? createEmptyForm(nickname) : toPostForm(post)
}

function usePostCalls() {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return {
    save: async (request: { form: PostForm; state: PostState; base: ManagedPost | null; creationKey: string }) =>
      await savePost(api, toPostFields(request.form, request.state), {
        saved: request.base,
        creationKey: request.creationKey,
      }),
    announceSave(before: ManagedPost | null, after: ManagedPost) {
      void queries.invalidateQueries({ queryKey: ['blog'] })
      toast.success(describeOutcome(before, after))
      if (before === null) void navigate({ to: '/staff/blog/$id', params: { id: after.id }, replace: true })
    },
    async remove(post: ManagedPost): Promise<Problem | null> {
      const result = await deletePost(api, post)
      if (!result.ok) return result.problem
      void queries.invalidateQueries({ queryKey: ['blog'] })
      toast.success('게시글이 삭제되었습니다.')
      void navigate({ to: '/staff/blog', search: {} })
      return null
    },
  }
}

function describeOutcome(before: ManagedPost | null, after: ManagedPost): string {
  const was = before?.state ?? 'draft'
  if (was === after.state) return '변경사항이 저장되었습니다.'
  return after.state === 'published' ? '게시되었습니다.' : '게시를 취소했습니다. 글은 초안으로 남아 있습니다.'
}
