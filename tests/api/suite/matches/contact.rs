//! LINE contacts: both see the links once both offer one, and the app asks once whether they met.

use super::{list, put};
use crate::suite::prelude::*;

const HIS: &str = "https://line.me/ti/p/HisCode123";
const HERS: &str = "https://line.me/ti/p/~her.id";

impl Couple {
    async fn offer(&self, who: &Credentials, link: Option<&str>) -> Value {
        put(
            &self.app,
            who,
            &self.id,
            "contact",
            &json!({ "line": link }),
        )
        .await
        .ok()
    }

    async fn contact(&self, who: &Credentials) -> Value {
        list(&self.app, who).await[0]["contact"].clone()
    }
}

#[tokio::test]
async fn the_links_appear_when_both_have_offered_and_can_be_taken_back() {
    let couple = Couple::matched().await;
    let Couple { man, woman, .. } = &couple;
    let offered = json!({ "mine": true, "theirs": null });
    assert_eq!(couple.offer(man, Some(HIS)).await, offered);
    assert_eq!(couple.contact(man).await, offered);
    // She cannot tell that he has offered his link.
    assert_eq!(
        couple.contact(woman).await,
        json!({ "mine": false, "theirs": null })
    );
    let both = json!({ "mine": true, "theirs": HIS });
    assert_eq!(couple.offer(woman, Some(HERS)).await, both);
    assert_eq!(
        couple.contact(man).await,
        json!({ "mine": true, "theirs": HERS })
    );
    assert_eq!(
        couple.offer(man, None).await,
        json!({ "mine": false, "theirs": null })
    );
    assert_eq!(couple.contact(woman).await, offered);
}

#[tokio::test]
async fn fourteen_days_after_both_offers_the_app_asks_each_once_whether_they_met() {
    let couple = Couple::matched().await;
    let Couple { app, id, .. } = &couple;
    let yes = json!({ "met": true });
    couple.offer(&couple.man, Some(HIS)).await;
    app.clock.advance(5 * DAY_S);
    couple
        .offer(&app.session(&person(2)).await, Some(HERS))
        .await;
    // Offering the same link again does not restart the days.
    app.clock.advance(DAY_S);
    couple
        .offer(&app.session(&person(2)).await, Some(HERS))
        .await;
    app.clock.advance(13 * DAY_S - 1);
    let (man, woman) = (app.session(&person(1)).await, app.session(&person(2)).await);
    assert_eq!(list(app, &man).await[0]["asksIfMet"], false);
    put(app, &man, id, "met", &yes).await.refused("E008");
    app.clock.advance(1);
    for who in [&man, &woman] {
        assert_eq!(list(app, who).await[0]["asksIfMet"], true);
        put(app, who, id, "met", &yes).await.expect(204);
        assert_eq!(list(app, who).await[0]["asksIfMet"], false);
        put(app, who, id, "met", &yes).await.refused("E004");
    }
    let counted = "SELECT n_members FROM meeting_answer WHERE answer = 'YES'";
    assert_eq!(app.number(counted).await, 2);
}
