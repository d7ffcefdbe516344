// Stored texts as Markdown. Whatever a text contains, only harmless elements reach
// the page: no script, no style, no picture of another server, no form.
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useMemo } from 'preact/hooks';

const markdown = new MarkdownIt({ html: true, linkify: true, breaks: false }).disable('image');

// HTML is shown as it is written, and comments not at all.
const shown = (html: string) => markdown.utils.escapeHtml(html.replace(/<!--[^]*?-->/g, ''));
markdown.renderer.rules.html_block = (tokens, i) => `<p>${shown(tokens[i]!.content)}</p>`;
markdown.renderer.rules.html_inline = (tokens, i) => shown(tokens[i]!.content);

const allowed = {
  ALLOWED_TAGS: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ALLOWED_ATTR: ['href', 'title', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
};

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noreferrer noopener');
    node.setAttribute('target', '_blank');
  }
  if (node.tagName === 'PRE' || node.tagName === 'TABLE') node.setAttribute('tabindex', '0'); // they scroll
});

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(markdown.render(text), allowed), [text]);
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
