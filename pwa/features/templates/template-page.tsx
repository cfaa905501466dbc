import { useLocation } from 'react-router-dom';
import { readSegment, toHistoryPath, toTemplatePath } from '#shared/api/document-paths.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useTemplate } from '#pwa/data/queries/templates.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { DocumentState } from '../document-state.tsx';
import { NeedsReview } from '../needs-review.tsx';
import { LoadingTemplate, MissingTemplate } from './missing-template.tsx';
import styles from './templates.module.css';

export function TemplatePage() {
  const id = readSegment(useLocation().pathname, 1);
  const template = useTemplate(id);
  const { isStaff } = useSession();
  const rejectedChanges = useRejectedChanges({ collection: 'templates', documentId: id });
  if (template === undefined) return <LoadingTemplate />;
  const review = rejectedChanges?.map((change) => <NeedsReview key={change.id} rejectedChange={change} />);
  if (template === null) return <MissingTemplate>{review}</MissingTemplate>;
  const { templateName, templateImage } = template;
  return (
    <Page title={templateName}>
      <PageHead
        heading={templateName}
        actions={<ButtonLink to={toTemplatePath(id, '/update')}>Edit</ButtonLink>}
      />
      <div className={styles.view}>
        {review}
        <p className={styles.facts}>
          {isStaff && (
            <>
              <DocumentState collection="templates" documentId={id} />
              <Link to={toHistoryPath('templates', id)}>History</Link>
            </>
          )}
          <Link to="/template">All templates</Link>
        </p>
        <Picture src={templateImage} alt={templateName} sizes="(min-width: 40rem) 40rem, 100vw" isFirst />
      </div>
    </Page>
  );
}
