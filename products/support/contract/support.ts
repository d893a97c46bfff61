/**
 * Support: conversations of a client with the bank, each about one subject or none. A conversation belongs to the client and the person who started
 * it; administrators of a company see all of the company's. Source: server page section 12.
 */

import { pageQuery, zAmount, zCurrency, zId, zIdParam, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { plainText } from '@calmly/domain';
import { z } from 'zod';
import { documentTypes, zDocument } from '../../accounts/contract/documents.ts';

export const supportTextLength = 4_000;
export const supportDocumentsMost = 5;

/** OPEN: the bank has to answer. ANSWERED: the client may reply. CLOSED: a new message reopens it. */
export const conversationStatuses = ['OPEN', 'ANSWERED', 'CLOSED'] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** Possible subjects of a conversation. */
export const supportSubjects = ['payment', 'card', 'payout', 'account', 'payee', 'request'] as const;
export type SupportSubject = (typeof supportSubjects)[number];

const subject = { kind: ['Kind', z.enum(supportSubjects)], id: ['Id', zId] } as const;

/** Facts about the subject, as the reader may see them now. Never a card number, a code or a whole account number. */
const zSubjectFacts = wire({
  /** The payee or payer, or the name of a card, account, payee or payout. */
  name: ['Name', z.string()],
  /** A payment's or payout's number, or the last four characters of a card or account. */
  number: ['Number', z.string().nullable()],
  /** The status in the terms of its kind. */
  status: ['Status', z.string().nullable()],
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
});
export type SupportSubjectFacts = z.output<typeof zSubjectFacts>;

export const zSupportSubject = wire({
  ...subject,
  /** Null if the reader may not see it. */
  facts: ['Facts', zSubjectFacts.nullable()],
});
export type SupportSubjectCard = z.output<typeof zSupportSubject>;

const conversationFields = {
  id: ['Id', zId],
  status: ['Status', z.enum(conversationStatuses)],
  /** The person who started it; null in one's own profile. */
  writer: ['Writer', z.string().nullable()],
  /** The beginning of the last message. */
  preview: ['Preview', z.string()],
  /** Whether the last message is the bank's. */
  isFromBank: ['IsFromBank', z.boolean()],
  subjectKind: ['SubjectKind', z.enum(supportSubjects).nullable()],
  /** Whether this person has unread messages from the bank. */
  isUnread: ['IsUnread', z.boolean()],
  lastMessageId: ['LastMessageId', zId],
  lastMessageAt: ['LastMessageAt', zTime],
  createdAt: ['CreatedAt', zTime],
  /** Increases with every change. */
  version: ['Version', z.number().int()],
} as const;

/** A row of the list. */
export const zConversation = wire(conversationFields);
export type Conversation = z.output<typeof zConversation>;

export const zConversationDetails = wire({
  ...conversationFields,
  subject: ['Subject', zSupportSubject.nullable()],
});
export type ConversationDetails = z.output<typeof zConversationDetails>;

export const zSupportMessage = wire({
  id: ['Id', zId],
  at: ['At', zTime],
  /** Lines are separated by a line feed. */
  text: ['Text', z.string()],
  /** The person's name; null: the bank. */
  author: ['Author', z.string().nullable()],
  isMine: ['IsMine', z.boolean()],
  documents: ['Documents', z.array(zDocument)],
});
export type SupportMessage = z.output<typeof zSupportMessage>;

/** Multi-line text as a person types it: trimmed, without invisible or control characters. */
const zText = z
  .string()
  .overwrite(plainText)
  .trim()
  .min(1)
  .max(supportTextLength)
  .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u);

const newMessage = {
  text: ['Text', zText],
  /** Already uploaded. */
  documents: ['Documents', z.array(zId).max(supportDocumentsMost).default([])],
} as const;

const support = { tag: 'Support', access: 'active' } as const;

export const listConversations = endpoint({
  ...support,
  id: 'listConversations',
  method: 'GET',
  path: '/support/conversations',
  summary: 'List the conversations with the bank, last written first; of a company, administrators see all',
  presence: 'required',
  query: z.strictObject({ ...pageQuery, state: z.enum(['open', 'closed']).optional() }),
  response: zPage(zConversation),
});

export const startConversation = endpoint({
  ...support,
  id: 'startConversation',
  method: 'POST',
  path: '/support/conversations',
  summary:
    'Write to the bank, about a payment, card, payout, account, payee, request for money, or in general',
  presence: 'required',
  idempotent: true,
  body: wire({ ...newMessage, subject: ['Subject', wire(subject).optional()] }),
  response: zConversationDetails,
  status: 201,
});
export type NewConversation = z.output<(typeof startConversation)['body']>;

export const getConversation = endpoint({
  ...support,
  id: 'getConversation',
  method: 'GET',
  path: '/support/conversations/{id}',
  summary: 'Read a conversation and what it is about',
  presence: 'required',
  params: zIdParam,
  response: zConversationDetails,
});

export const listMessages = endpoint({
  ...support,
  id: 'listMessages',
  method: 'GET',
  path: '/support/conversations/{id}/messages',
  summary: 'List the messages of a conversation, newest first',
  presence: 'required',
  params: zIdParam,
  query: z.strictObject(pageQuery),
  response: zPage(zSupportMessage),
});

export const sendMessage = endpoint({
  ...support,
  id: 'sendMessage',
  method: 'POST',
  path: '/support/conversations/{id}/messages',
  summary: 'Write another message; a closed conversation opens again',
  presence: 'required',
  idempotent: true,
  params: zIdParam,
  body: wire(newMessage),
  response: zConversationDetails,
  status: 201,
});
export type NewMessage = z.output<(typeof sendMessage)['body']>;

export const closeConversation = endpoint({
  ...support,
  id: 'closeConversation',
  method: 'PUT',
  path: '/support/conversations/{id}/close',
  summary: 'Close a conversation; one that is closed stays so',
  presence: 'required',
  params: zIdParam,
  response: zConversationDetails,
});

export const readConversation = endpoint({
  ...support,
  id: 'readConversation',
  method: 'PUT',
  path: '/support/conversations/{id}/read',
  summary: 'Mark the messages of a conversation as read, up to one of them',
  presence: 'open',
  params: zIdParam,
  body: wire({ upTo: ['UpTo', zId] }),
});

export const countUnreadConversations = endpoint({
  ...support,
  id: 'countUnreadConversations',
  method: 'GET',
  path: '/support/unread',
  summary: 'Count the conversations with unread answers; more than 99 count as 100',
  presence: 'open',
  response: wire({ count: ['Count', z.number().int().min(0).max(100)] }),
});

export const getSupportSubject = endpoint({
  ...support,
  id: 'getSupportSubject',
  method: 'GET',
  path: '/support/subjects/{id}',
  summary: 'Read what a conversation about something would show of it',
  presence: 'required',
  params: zIdParam,
  query: z.strictObject({ kind: z.enum(supportSubjects) }),
  response: zSupportSubject,
});

export const getSupportDocument = endpoint({
  ...support,
  id: 'getSupportDocument',
  method: 'GET',
  path: '/support/conversations/{id}/documents/{documentId}',
  summary: 'Read a file of a conversation with its content',
  presence: 'required',
  params: z.strictObject({ id: zId, documentId: zId }),
  response: wire({
    fileName: ['FileName', z.string()],
    mediaType: ['MimeType', z.enum(documentTypes)],
    content: ['FileBody', z.string()],
  }),
});
