import { writableCollection } from '../db/writable-collection.ts'
import { judgeInquiry } from './judge-inquiry.ts'

/** Inquiries 문의 for the write pipeline and sync. */
export const inquiryCollection = writableCollection('inquiries', { judge: judgeInquiry })
