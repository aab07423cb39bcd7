"""Every address of the portal."""

from django.urls import URLPattern, URLResolver, include, path

from web.accounts import urls as account_urls
from web.accounts import views as accounts
from web.api import pages as api_pages
from web.console.site import site as console
from web.history import views as history
from web.moderation import views as moderation
from web.play import about, leaving, profile
from web.play import views as play
from web.play.rules import views as play_rules
from web.ratings import views as ratings

handler400 = "web.play.views.bad_request"
handler403 = "web.play.views.forbidden"
handler404 = "web.play.views.not_found"
handler500 = "web.play.views.broken"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", play.landing, name="landing"),
    path("lobby/", play.lobby, name="lobby"),
    path("mesa/<slug:table_id>/", play.table, name="table"),
    path("reglas/", play_rules.rules, name="rules"),
    path("reglas/<slug:preset>/", play_rules.rules, name="rules_of"),
    path("historial/", history.matches, name="history"),
    path("historial/movimientos/", history.movements, name="movements"),
    path("historial/<slug:match_id>/", history.match, name="match"),
    path("historial/<slug:match_id>/registro.json", history.record, name="record"),
    path("ranking/", ratings.ranking, name="ranking"),
    path("ranking/<slug:preset>/<int:seats>/", ratings.ranking, name="ranking_of"),
    path("juego-limpio/", about.fairness, name="fairness"),
    path("privacidad/", about.privacy, name="privacy"),
    path("sanciones/", moderation.sanctions, name="sanctions"),
    path("entrar/", accounts.enter_as_guest, name="enter"),
    *account_urls.urlpatterns,
    path("cuenta/mis-datos.json", leaving.export, name="account_export"),
    path("cuenta/cerrar/", leaving.close, name="account_close"),
    path("jugador/<slug:player_id>/", profile.profile, name="profile"),
    path("jugador/<slug:player_id>/bloquear/", profile.block, name="profile_block"),
    path("api/", include("web.api.urls")),
    path("cuenta/tokens/", api_pages.tokens, name="access_tokens"),
    path(".well-known/jwks.json", accounts.jwks, name="jwks"),
    path("consola/", console.urls),
    path("healthz", play.healthz, name="healthz"),
]
