/** The fields of each page. */
import { type ComponentType, lazy, Suspense, useState } from "react";
import { Spinner } from "../../../ui/button";
import { loadChunk } from "../../../version/load-chunk";
import { useFormTools } from "../form/form-context";
import type { PageId } from "../form/page-table";
import { AboutPage } from "./about-page";
import { CheckPage } from "./check-page";
import { LifePage } from "./life-page";
import { MarriagePage } from "./marriage-page";
import { PartnerPage } from "./partner-page";
import { PhotosPage } from "./photos-page";
import { TagsPage } from "./tags-page";
import { bringVerificationPage, verificationPage } from "./verification-part";
import { WorkPage } from "./work-page";
import { YouPage } from "./you-page";

const LateVerificationPage = lazy(async () => ({
  default: await loadChunk(bringVerificationPage),
}));

const bodies: Record<Exclude<PageId, "check" | "verification">, ComponentType> = {
  you: YouPage,
  life: LifePage,
  work: WorkPage,
  tags: TagsPage,
  about: AboutPage,
  marriage: MarriagePage,
  photos: PhotosPage,
  partner: PartnerPage,
};

/** One page; the last one can lead back to any other. */
export function PageBody({ page, onChange }: { page: PageId; onChange: (page: PageId) => void }) {
  if (page === "check") return <CheckPage onChange={onChange} />;
  if (page === "verification") return <Verification />;
  const Body = bodies[page];
  return <Body />;
}

/** It is there already, but for those who begin on it. */
function Verification() {
  const { t } = useFormTools();
  const [Body] = useState(() => verificationPage() ?? LateVerificationPage);
  return (
    <Suspense fallback={<Spinner label={t("register.loading")} />}>
      <Body />
    </Suspense>
  );
}
