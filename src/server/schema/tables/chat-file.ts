export interface ChatFileTable {
  id: string
  owner: string
  content: Buffer
  attached_at: string
  expires_at: string
}
