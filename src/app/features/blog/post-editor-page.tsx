import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useApi } from '#app/session/api.tsx'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { readPost } from './blog-calls.ts'
import { PostEditor } from './post-editor.tsx'

/** /staff/blog/{id}, and /staff/blog/new for a new post. */
export function PostEditorPage() {
  const { id = 'new' } = useParams({ strict: false })
  return id === 'new' ? <PostEditor key="new" post={null} /> : <SavedPost key={id} id={id} />
}

function SavedPost({ id }: { id: string }) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['blog-post', id],
    queryFn: async () => await readPost(api, id),
    // The editor starts from the server's current text and then keeps its own state.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data === undefined) return <Pending />
  if (data.ok) return <PostEditor post={data.value} />
  return (
    <section className="mx-auto flex max-w-[520px] flex-col items-start gap-3 py-16">
      <h1 className="text-title font-semibold">글을 열지 못했습니다</h1>
      <p className="text-ink-2">{data.problem.message}</p>
      {data.isUnreachable ? (
        <p className="text-ink-2">
          글쓰기는 서버에 연결되어 있을 때 할 수 있습니다. 쓰던 내용은 이 기기에 남아 있습니다.
        </p>
      ) : null}
      <Link to="/staff/blog" search={{}} className={buttonClass()}>
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
