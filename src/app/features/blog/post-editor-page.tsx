import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServerUnavailableText } from '#app/records/offline-copy/use-offline-copy.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { Prose } from '#app/ui/display/prose.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { afterTyping } from '#app/ui/filter-bar/after-typing.ts'
import { getCategoryLabel } from '#contract/blog/blog-texts.ts'
import {
  type ManagedPost,
  managedPostSchema,
  managedPostsPath,
  postPreviewPath,
  previewSchema,
} from '#contract/blog/blog.ts'
import { markedPostFields, PostFields } from './post-fields.tsx'
import type { PostForm } from './post-form.ts'
import { StateBadge } from './state-badge.tsx'
import { type Editor, useEditor } from './use-editor.ts'

/** /staff/blog/{id}, and /staff/blog/new for a new post. */
export function PostEditorPage() {
  const { id = 'new' } = useParams({ strict: false })
  return id === 'new' ? <PostEditor key="new" post={null} /> : <SavedPost key={id} id={id} />
}

function SavedPost({ id }: { id: string }) {
  const { result } = useServerQuery(`${managedPostsPath}${id}/`, managedPostSchema, {
    queryKey: ['blog-post', id],
    // The editor starts from the server's current text and then keeps its own state.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (result === undefined) return <Pending />
  if (result.ok) return <PostEditor post={result.value} />
  return (
    <section className="mx-auto flex max-w-[520px] flex-col items-start gap-3 py-16">
      <h1 className="text-title font-semibold">글을 열지 못했습니다</h1>
      <p className="text-ink-2">{result.problem.message}</p>
      {result.isUnreachable ? (
        <p className="text-ink-2">
          글쓰기는 서버에 연결되어 있을 때 할 수 있습니다. 쓰던 내용은 이 기기에 남아 있습니다.
        </p>
      ) : null}
      <Link to="/staff/blog" search={{}} className={buildButtonClass()}>
        목록으로
      </Link>
    </section>
  )
}

function Pending() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">게시글을 불러오는 중입니다...</span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

/** Edits one post: source on the left, preview on the right (below on a phone). */
function PostEditor({ post }: { post: ManagedPost | null }) {
  const editor = useEditor(post)
  const unavailableText = useServerUnavailableText()
  const isOffline = unavailableText !== null
  return (
    <PageLayout variant="fluid">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link to="/staff/blog" search={{}} className={buildButtonClass('transparent')}>
          <ArrowLeft size={16} strokeWidth={1.5} aria-hidden /> 목록으로
        </Link>
        <h1 className="text-title font-semibold">{editor.saved ? '게시글 수정' : '새 게시글'}</h1>
        {editor.saved ? <StateBadge state={editor.saved.state} /> : null}
        <Actions editor={editor} isOffline={isOffline} />
      </header>
      <Notices editor={editor} unavailableText={unavailableText} />
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <PostFields editor={editor} isOffline={isOffline} />
        <PostPreview form={editor.form} />
      </div>
    </PageLayout>
  )
}

function Actions({ editor, isOffline }: { editor: Editor; isOffline: boolean }) {
  const { saved, isBusy, isDirty, save } = editor
  const isPublished = saved?.state === 'published'
  const disabledReason = isOffline ? '연결되면 저장할 수 있습니다.' : undefined
  const shared = { isBusy, disabledReason }

  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {saved ? (
        <a href={`/blog/${saved.id}`} target="_blank" rel="noreferrer" className={buildButtonClass('transparent')}>
          {isPublished ? '게시된 글 보기' : '초안 보기'}
        </a>
      ) : null}
      {saved ? (
        <Button tone="transparent" {...shared} onClick={() => void editor.remove(saved)}>
          삭제
        </Button>
      ) : null}
      {isPublished ? (
        <Button {...shared} onClick={() => void save('draft')}>
          게시 취소
        </Button>
      ) : (
        <Button {...shared} data-saves onClick={() => void save('draft')}>
          초안 저장
        </Button>
      )}
      <Button
        tone="primary"
        {...shared}
        data-saves={isPublished || undefined}
        {...(isPublished && !isDirty && { disabledReason: '바뀐 내용이 없습니다.' })}
        onClick={() => void save('published')}
      >
        {isPublished ? '저장' : '게시'}
      </Button>
    </div>
  )
}

/** `unavailableText`: why the server cannot be reached. */
function Notices({ editor, unavailableText }: { editor: Editor; unavailableText: string | null }) {
  const { problem, serverVersion, isRestored } = editor
  return (
    <div>
      <div aria-live="polite" className="flex flex-col gap-2">
        {unavailableText === null ? null : (
          <p className="rounded-control bg-warn-wash px-3 py-2 text-warn">
            {unavailableText} 쓰는 내용은 이 기기에 남아 있고, 저장과 게시는 연결된 뒤에 할 수 있습니다.
          </p>
        )}
        {isRestored ? (
          <p className="flex flex-wrap items-center gap-3 rounded-control bg-info-wash px-3 py-2 text-info">
            이 기기에 남아 있던 저장하지 않은 내용을 불러왔습니다.
            <Button size="sm" onClick={editor.discard}>
              버리고 저장된 내용 보기
            </Button>
          </p>
        ) : null}
      </div>
      {/* Outside the live region: role="alert" announces itself, and once is enough. */}
      {problem ? (
        <div
          role="alert"
          className={`rounded-control bg-danger-wash px-3 py-2 text-danger ${unavailableText !== null || isRestored ? 'mt-2' : ''}`}
        >
          <p>{formatRefusal(problem, markedPostFields)}</p>
          {serverVersion ? (
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={editor.overwrite}>
                내 내용으로 계속하기
              </Button>
              <Button size="sm" onClick={editor.discard}>
                내 내용을 버리고 저장된 글 열기
              </Button>
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

const previewDelayMs = 400

/** Preview rendered by the server exactly as it will render the saved post. */
function PostPreview({ form }: { form: PostForm }) {
  const { title, markdown } = form
  const source = useDebouncedText(markdown)
  const { result, value } = useServerQuery(postPreviewPath, previewSchema, {
    queryKey: ['blog-preview', source],
    call: { method: 'post', json: { markdown: source } },
    keepsPrevious: true,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return (
    <section
      aria-label="미리보기"
      className="min-w-0 border-t border-rule-strong pt-3 font-text lg:sticky lg:top-4 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto"
    >
      <p className="flex justify-between gap-3 text-label text-ink-3">
        <span>미리보기</span>
        {value ? <span>{value.readingTime}분 분량</span> : null}
      </p>
      <p className="mt-4 font-semibold text-danger">{getCategoryLabel(form.category)}</p>
      <p className="mt-2 text-[27px] leading-[40px] font-bold">{title || '제목 없음'}</p>
      <p className="mt-3 text-ink-2">작성자 {form.author_name}</p>
      {form.image ? (
        <img
          src={form.image}
          alt={form.image_alt}
          className="mt-6 aspect-[2/1] w-full max-w-[40rem] border object-cover"
        />
      ) : null}
      <div className="mt-6" aria-busy={source !== markdown}>
        {result === undefined ? null : result.ok ? (
          <Prose html={result.value.html} />
        ) : (
          <p role="status" className="text-danger">
            {result.isUnreachable
              ? `${result.problem.message} 미리보기는 연결되면 다시 표시됩니다.`
              : result.problem.message}
          </p>
        )}
      </div>
    </section>
  )
}

function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => afterTyping(() => setDebounced(text), previewDelayMs), [text])
  return debounced
}
