/** The fields of each page. */
import type { ComponentType } from "react";
import type { PageId } from "./page-table";
import { AboutPage } from "./pages/about-page";
import { CheckPage } from "./pages/check-page";
import { LifePage } from "./pages/life-page";
import { MarriagePage } from "./pages/marriage-page";
import { PartnerPage } from "./pages/partner-page";
import { PhotosPage } from "./pages/photos-page";
import { TagsPage } from "./pages/tags-page";
import { VerificationPage } from "./pages/verification-page";
import { WorkPage } from "./pages/work-page";
import { YouPage } from "./pages/you-page";

const bodies: Record<Exclude<PageId, "check">, ComponentType> = {
  you: YouPage,
  life: LifePage,
  work: WorkPage,
  tags: TagsPage,
  about: AboutPage,
  marriage: MarriagePage,
  photos: PhotosPage,
  partner: PartnerPage,
  verification: VerificationPage,
};

/** One page; the last one can lead back to any other. */
export function PageBody({ page, onChange }: { page: PageId; onChange: (page: PageId) => void }) {
  if (page === "check") return <CheckPage onChange={onChange} />;
  const Body = bodies[page];
  return <Body />;
}
